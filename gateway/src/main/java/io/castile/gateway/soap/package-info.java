/** What the messages that pass a gateway say of themselves: read in place, without a tree. */
@NullMarked
package io.castile.gateway.soap;

import org.jspecify.annotations.NullMarked;
