/**
 * The forms in which a message has its content, the codec of envelopes that turns one form into
 * another, and the chain that runs interceptors. For the modules of Castile that make or read
 * messages.
 */
@NullMarked
package io.castile.soap.exchange.internal;

import org.jspecify.annotations.NullMarked;
