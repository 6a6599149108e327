/** What the noted events say about a run and its settled phases. Pure. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.report.history;
