/** The embedded HTTP server of {@code Castile.server()}, on Jetty: on the class path, it serves. */
package io.castile.jetty;
