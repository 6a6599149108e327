/**
 * What is left of a run whose coordinator ended before it: read from its directory, so that another
 * coordinator can go on with it or collect what workers still hold.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.resume;
