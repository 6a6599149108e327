/** What the parts of the engine cost one by one, by JMH; {@code benchmarks/jmh/run} runs them. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.benchmarks.jmh;
