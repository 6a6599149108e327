/**
 * Servers on workers' hosts, as the coordinator sees them: what each worker is ordered, and what
 * becomes of it when the worker is not there, refuses or is lost. Pure: messages and time come in
 * by arguments.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.hosting;
