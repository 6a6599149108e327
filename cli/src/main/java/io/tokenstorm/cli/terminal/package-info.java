/**
 * A run on the terminal: a table redrawn in place, or plain lines where there is no terminal. Pure
 * renderers; one thin driver writes.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.terminal;
