/** Traces of the gateway by OpenTelemetry, set up by its environment variables. */
@NullMarked
package io.castile.tracing;

import org.jspecify.annotations.NullMarked;
