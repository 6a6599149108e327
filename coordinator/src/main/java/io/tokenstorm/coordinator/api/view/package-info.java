/** The bodies of the HTTP API's answers, as JSON by {@code LiveJson}. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.api.view;
