/**
 * The coordinator's actors: they translate messages, timers and answers into inputs of the pure
 * machines, and their outputs into messages and files. They decide nothing.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.actor;
