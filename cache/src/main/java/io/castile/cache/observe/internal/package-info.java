/** Advice as a tree of values, and the words that operations are named by. */
@NullMarked
package io.castile.cache.observe.internal;

import org.jspecify.annotations.NullMarked;
