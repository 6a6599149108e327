/**
 * The way of a record from a finished request to the report, at full speed: requests that are made
 * up instead of sent, and everything after them as in a run.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.benchmarks.recordpath;
