/**
 * How other tools measure a request, and what that makes of a phase: the definitions of each, from
 * the instants of a record. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.export.tool;
