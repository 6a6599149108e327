/**
 * What a token costs the measuring engine, beside a bare selector loop that does no more than it
 * must.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.benchmarks.engine;
