/** The stages of a request through the gateway, from its route to the cache and the origin. */
@NullMarked
package io.castile.gateway.route;

import org.jspecify.annotations.NullMarked;
