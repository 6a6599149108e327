/** A comparison as text for a terminal, as Markdown, JSON and HTML. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.compare.show;
