/**
 * Who is in the cluster: admission, presence, clocks and last statuses of the workers. Pure: fed
 * with messages and facts of the cluster, time by arguments; outlives runs.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.fleet;
