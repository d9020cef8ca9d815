/**
 * The response cache: which answers are kept ({@link io.castile.cache.policy.CachePolicy}), what
 * they are found by ({@link io.castile.cache.key.internal.Keys}), how they are kept and given back ({@link
 * io.castile.cache.representation.Representation}), and for how long.
 */
@NullMarked
package io.castile.cache;

import org.jspecify.annotations.NullMarked;
