/**
 * WS-Security by Apache WSS4J, in the chains of clients and servers: messages as DOM are signed,
 * encrypted and given tokens, and received messages are checked against the expected protection.
 */
@NullMarked
package io.castile.wss4j;

import org.jspecify.annotations.NullMarked;
