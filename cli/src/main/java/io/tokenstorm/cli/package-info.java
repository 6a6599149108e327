/** Tokenstorm cli. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli;
