/**
 * The APIs that a plan can name, one class each; {@code docs/apis.md} says what each asks, what it
 * counts as output, and how to add one. Pure.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.worker.api.dialect;
