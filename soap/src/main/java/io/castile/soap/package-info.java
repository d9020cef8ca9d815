/**
 * SOAP 1.1 and 1.2: envelopes and faults, the operations of a service endpoint interface, the
 * exchange and its chain of interceptors, client, server and transports.
 */
@NullMarked
package io.castile.soap;

import org.jspecify.annotations.NullMarked;
