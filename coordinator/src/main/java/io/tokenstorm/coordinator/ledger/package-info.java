/**
 * Which records have arrived, which are on the disk and which will never come. Pure: neither actors
 * nor files.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.ledger;
