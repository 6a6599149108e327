/** The worker's actors: they translate between messages and the classes that decide. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.actor;
