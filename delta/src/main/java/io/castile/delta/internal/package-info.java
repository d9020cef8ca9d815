/** The codings of a server's messages, and the forms of responses that other modules bring. */
@NullMarked
package io.castile.delta.internal;

import org.jspecify.annotations.NullMarked;
