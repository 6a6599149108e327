/**
 * Makes the load: one node of the cluster, from its node to its slots. Where a request passes is in
 * {@code docs/architecture.md}; a worker knows {@code protocol} and {@code server}, no coordinator.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker;
