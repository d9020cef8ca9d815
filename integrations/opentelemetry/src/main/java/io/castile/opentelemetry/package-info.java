/** Traces of clients and servers by OpenTelemetry. */
@NullMarked
package io.castile.opentelemetry;

import org.jspecify.annotations.NullMarked;
