/** The command that writes a run in the form of another tool, or as a table. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.export;
