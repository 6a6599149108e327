/** A sweep's result as people read it: a table and a plot for the terminal, a page. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.sweep.show;
