/** What the host allows, against what a worker's slots need. Pure but for the reading itself. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.limit;
