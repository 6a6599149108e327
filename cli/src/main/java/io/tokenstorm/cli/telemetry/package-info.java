/** Where nodes' metrics go: an endpoint of a worker's own, and an OpenTelemetry collector. */
@NullMarked
package io.tokenstorm.cli.telemetry;

import org.jspecify.annotations.NullMarked;
