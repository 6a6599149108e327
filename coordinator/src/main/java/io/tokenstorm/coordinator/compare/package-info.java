/**
 * Lays runs side by side, phase by phase: what differs, by how much, and whether that is more than
 * noise. Reads runs' directories and nothing else; the same directories and seed give the same
 * result. Pure. What is computed how: {@code docs/compare.md}.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.compare;
