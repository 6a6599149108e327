/** The product's own processes in network namespaces, under every fault of docs/faults.md. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cluster.netns;
