/** The grammar of a plan: from a located tree to plan values, with every problem found at once. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.plan.parse;
