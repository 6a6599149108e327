/**
 * What the charts of one phase show, drawn out of its records in two passes with bounded memory:
 * however many requests a phase had, its part of a page has the same size. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.page.series;
