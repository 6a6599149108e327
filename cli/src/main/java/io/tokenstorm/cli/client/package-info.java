/**
 * A client of the coordinator's HTTP API, on the JDK's own HTTP client: it needs no actor system,
 * so {@code submit}, {@code watch} and {@code cancel} start fast.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.client;
