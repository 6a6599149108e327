/** The commands: each parses its options and hands over; none holds a decision of its own. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.command;
