/** What this host's client can do, as {@code tokenstorm calibrate} measured it. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.calibration;
