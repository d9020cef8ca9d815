/** The counters of the gateway's requests, by route and operation. */
@NullMarked
package io.castile.gateway.meter;

import org.jspecify.annotations.NullMarked;
