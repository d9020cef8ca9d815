/** What the gateway counts of requests, by route and operation. */
@NullMarked
package io.castile.gateway.meter;

import org.jspecify.annotations.NullMarked;
