/** From bytes on the wire to the figures that other tools would have of them. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cluster.export;
