/** The grammar of a server matrix: from a located tree to its values, every problem at once. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.matrix.read;
