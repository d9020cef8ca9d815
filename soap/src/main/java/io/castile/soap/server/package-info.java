/**
 * The server's side: a service as an endpoint, its dispatch, and the binding to any HTTP server.
 */
@NullMarked
package io.castile.soap.server;

import org.jspecify.annotations.NullMarked;
