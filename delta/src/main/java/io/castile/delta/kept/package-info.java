/** What the ends of the link keep of messages, within bounds of bytes and time. */
@NullMarked
package io.castile.delta.kept;

import org.jspecify.annotations.NullMarked;
