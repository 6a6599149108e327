/**
 * Makes a report from a run's directory, and from nothing else: the same directory gives the same
 * bytes. Pure: files, but neither actors nor sockets.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.report;
