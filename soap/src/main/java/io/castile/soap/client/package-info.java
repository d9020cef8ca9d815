/**
 * The end of a client's chain: sends a request by a transport, and takes what comes for a response.
 */
@NullMarked
package io.castile.soap.client;

import org.jspecify.annotations.NullMarked;
