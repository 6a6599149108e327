/**
 * Everything the coordinator itself asks of the target: whether it answers, how it counts tokens,
 * the events of the plan. Plain Akka HTTP, one connection a request, nothing repeated.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.target;
