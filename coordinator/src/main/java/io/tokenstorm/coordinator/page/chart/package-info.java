/**
 * Charts as static inline SVG: no script is needed to read one, and each carries a title, a
 * description and the table of what it shows. Coordinates are rounded to a tenth of a unit of the
 * view box. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.page.chart;
