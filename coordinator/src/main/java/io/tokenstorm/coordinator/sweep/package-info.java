/**
 * Runs a server matrix: for each row a server is started, asked through the product's own engine
 * and stopped; a server that does not start is a row too. The caller's thread does the waiting.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.sweep;
