/**
 * HTML and SVG as text: escaping, numbers as people read them, tables, the style sheet. The same
 * input gives the same bytes on every JDK. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.page.markup;
