/**
 * One slot's way to its replica, as the slot sees it: the seam between its loop and whatever speaks
 * HTTP for it. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.link;
