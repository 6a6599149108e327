/** How the worker itself fares, each second: the instrument's own health. No actors. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.health;
