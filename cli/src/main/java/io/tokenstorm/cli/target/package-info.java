/** What a command asks a serving endpoint before there is a run. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.target;
