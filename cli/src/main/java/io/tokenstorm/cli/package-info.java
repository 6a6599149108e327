/** The {@code tokenstorm} command: where a process starts and ends. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli;
