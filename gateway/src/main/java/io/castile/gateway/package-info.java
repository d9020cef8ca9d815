/** The gateway: started by {@link io.castile.gateway.Gateway}. */
@NullMarked
package io.castile.gateway;

import org.jspecify.annotations.NullMarked;
