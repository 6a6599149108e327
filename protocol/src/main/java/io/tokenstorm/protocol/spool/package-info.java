/**
 * The files in which a worker keeps its records until the coordinator has them: one directory for
 * each run and incarnation. Both sides know the format, so that a coordinator on the same machine
 * can count exactly what a killed worker lost.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.spool;
