/** Options that several commands share, and what their values may be. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.option;
