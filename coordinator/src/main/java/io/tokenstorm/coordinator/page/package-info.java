/**
 * The report as one page, {@code report.html}: verdict and findings first, the table of all phases,
 * then each phase with its charts. Made from the report and the series drawn out of the records;
 * the same input gives the same bytes. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.page;
