/** What the live view gets of each window: cumulative, may be lost. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.live;
