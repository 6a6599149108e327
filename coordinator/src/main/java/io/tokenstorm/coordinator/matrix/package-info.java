/**
 * A plan that starts servers itself: engines × lengths × any axis, row by row. Values only; reading
 * them is {@code .read}'s part, running them {@code coordinator.sweep}'s.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.matrix;
