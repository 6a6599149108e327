/** A cluster of the product's processes on a network of namespaces, and the runs it makes. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cluster.netns.scene;
