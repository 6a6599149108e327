/** Machines as network namespaces, the links between them, and what can go wrong with those. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cluster.netns.net;
