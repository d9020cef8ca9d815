/**
 * One request and its response on their way: the chain of interceptors, the forms in which the two
 * have their content, and the codec of envelopes that turns one form into another.
 */
@NullMarked
package io.castile.soap.exchange;

import org.jspecify.annotations.NullMarked;
