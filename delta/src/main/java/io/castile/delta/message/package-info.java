/** Messages of the link's chain, made of bytes: for gateways and other stacks. */
@NullMarked
package io.castile.delta.message;

import org.jspecify.annotations.NullMarked;
