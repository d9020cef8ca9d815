/** The facts in messages that pass a gateway: read in place, without a tree. */
@NullMarked
package io.castile.gateway.soap;

import org.jspecify.annotations.NullMarked;
