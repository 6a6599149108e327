/**
 * What the rest of the coordinator may ask of the runs: submit, look, cancel. Values and one
 * interface; no actors.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.service;
