/**
 * The dashboard's files: pages, scripts and styles from the class path, and how they are served.
 * Holds no data of any run, so it needs no token.
 */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.coordinator.api.site;
