/**
 * The coordinator's HTTP API: runs, their live view as server-sent events, submit and cancel.
 * Translates between HTTP and {@code RunService}; decides nothing about runs.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.api;
