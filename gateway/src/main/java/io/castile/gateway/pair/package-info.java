/** The two ends of the differential link between a gateway near the clients and one far of them. */
@NullMarked
package io.castile.gateway.pair;

import org.jspecify.annotations.NullMarked;
