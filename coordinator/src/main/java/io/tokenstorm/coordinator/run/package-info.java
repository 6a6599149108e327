/**
 * The course of a run: one small class a stage, and the machine that leads through them. Pure: a
 * total function over its inputs; no actors, no files, no sockets, time by arguments.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.run;
