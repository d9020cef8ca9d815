/**
 * WS-Security by Apache WSS4J, in the chains of clients and servers: messages as DOM are signed,
 * encrypted and given tokens, and what comes is checked against what is expected.
 */
@NullMarked
package io.castile.wss4j;

import org.jspecify.annotations.NullMarked;
