/**
 * The common handling of HTTP messages in client, server and gateway, and the pools and deadlines
 * of calls.
 */
@NullMarked
package io.castile.soap.http.message;

import org.jspecify.annotations.NullMarked;
