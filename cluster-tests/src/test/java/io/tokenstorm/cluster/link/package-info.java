/** Clusters whose links are slow. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cluster.link;
