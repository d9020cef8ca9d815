/** The embedded HTTP server of {@code Castile.server()}, on Jetty: on the class path, it serves. */
@NullMarked
package io.castile.jetty;

import org.jspecify.annotations.NullMarked;
