/** What client, server and gateway share of HTTP messages, and the pools and deadlines of calls. */
@NullMarked
package io.castile.soap.http.message;

import org.jspecify.annotations.NullMarked;
