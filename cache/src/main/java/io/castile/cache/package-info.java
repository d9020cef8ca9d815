/**
 * The response cache: which answers are kept ({@link io.castile.cache.CachePolicy}), what they are
 * found by ({@link io.castile.cache.Keys}), how they are kept and given back ({@link
 * io.castile.cache.Representation}), and for how long.
 */
package io.castile.cache;
