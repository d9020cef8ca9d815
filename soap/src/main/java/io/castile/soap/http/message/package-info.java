/** What client, server and gateway share of HTTP messages. */
@NullMarked
package io.castile.soap.http.message;

import org.jspecify.annotations.NullMarked;
