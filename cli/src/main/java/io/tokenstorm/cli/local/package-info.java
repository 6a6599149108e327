/** Whole clusters in this process: the coordinator, its workers, and the replicas of the demo. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.local;
