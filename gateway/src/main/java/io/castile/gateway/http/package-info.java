/**
 * HTTP on event loops: connections of clients, connections to origins, and what passes between
 * them, as it comes. Nothing here knows SOAP.
 */
@NullMarked
package io.castile.gateway.http;

import org.jspecify.annotations.NullMarked;
