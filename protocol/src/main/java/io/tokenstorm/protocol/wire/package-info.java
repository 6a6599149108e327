/**
 * The messages between coordinator and workers, and how they become bytes. Control messages are
 * CBOR with explicit type names, records and sketches are packed by Kryo; Java serialization is
 * off. References to actors travel as text.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.wire;
