/** Gates: what a comparison must not exceed, their grammar and their judgement. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.compare.gate;
