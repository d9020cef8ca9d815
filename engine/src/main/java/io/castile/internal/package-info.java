/** The parts of clients and servers that Castile's own modules use. */
@NullMarked
package io.castile.internal;

import org.jspecify.annotations.NullMarked;
