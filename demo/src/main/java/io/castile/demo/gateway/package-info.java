/** The slow portal, the gateway before it, and clients that see the difference. */
@NullMarked
package io.castile.demo.gateway;

import org.jspecify.annotations.NullMarked;
