/** The interfaces that see requests pass; nothing here knows how traces are made. */
@NullMarked
package io.castile.gateway.trace.internal;

import org.jspecify.annotations.NullMarked;
