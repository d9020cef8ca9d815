/** Requests that are made up, so that the gateway is warm before it says that it is ready. */
@NullMarked
package io.castile.gateway.warm;

import org.jspecify.annotations.NullMarked;
