/**
 * WS-Addressing 1.0 (Core, SOAP Binding, Metadata) as links of the chains of client and server.
 * Answers go back on the connection of their request: other addresses are refused.
 */
@NullMarked
package io.castile.soap.addressing;

import org.jspecify.annotations.NullMarked;
