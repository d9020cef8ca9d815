/**
 * The server's side: a service as an endpoint, its dispatch, and the binding to any HTTP server.
 */
package io.castile.soap.server;
