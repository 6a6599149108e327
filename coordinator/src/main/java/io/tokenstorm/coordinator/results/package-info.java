/**
 * The directory of one run: what is written as it goes, and how it is read back. Pure: files, but
 * neither actors nor sockets.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.results;
