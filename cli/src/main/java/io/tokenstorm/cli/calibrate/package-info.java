/** Measures what the client can do on this host, against a simulated replica. */
@org.jspecify.annotations.NullMarked
package io.tokenstorm.cli.calibrate;
