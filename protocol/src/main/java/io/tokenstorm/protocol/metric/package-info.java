/** The formulas of the figures of one request: one definition for the whole project. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.protocol.metric;
