/** What every node does to folders in the same way, though others may change them meanwhile. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.file;
