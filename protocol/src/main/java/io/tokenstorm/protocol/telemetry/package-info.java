/**
 * What nodes tell to Prometheus and the like: names, units and buckets are the same on every node,
 * so that the figures of several can be added up. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.telemetry;
