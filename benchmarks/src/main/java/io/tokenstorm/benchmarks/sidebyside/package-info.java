/**
 * The Java clients of the side-by-side benchmark: the product's engine, the usual way to do it with
 * Akka HTTP, and a bare selector loop. {@code benchmarks/side-by-side/run} starts them.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.benchmarks.sidebyside;
