/** The links of a gateway's way: routes, the response cache, and what is known of requests. */
@NullMarked
package io.castile.gateway.link;

import org.jspecify.annotations.NullMarked;
