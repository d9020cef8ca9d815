/**
 * The response cache: which responses are kept ({@link io.castile.cache.policy.CachePolicy}), the
 * keys by which they are found ({@link io.castile.cache.key.CacheKey}), the forms in which they are
 * kept and given back, and their lifetimes.
 */
@NullMarked
package io.castile.cache;

import org.jspecify.annotations.NullMarked;
