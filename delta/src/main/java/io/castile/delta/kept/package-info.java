/** The messages that the ends of the link keep, within bounds of bytes and time. */
@NullMarked
package io.castile.delta.kept;

import org.jspecify.annotations.NullMarked;
