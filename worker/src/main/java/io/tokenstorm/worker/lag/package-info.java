/** How late the event loops run what is due. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.lag;
