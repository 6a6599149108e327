/**
 * What serving engines tell of themselves in Prometheus' text format, read strictly and put under
 * one set of names. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.scrape;
