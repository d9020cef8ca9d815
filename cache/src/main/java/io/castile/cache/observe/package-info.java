/**
 * Observation: what calls ask and how answers change, kept as digests, and the policy that follows
 * from it.
 */
@NullMarked
package io.castile.cache.observe;

import org.jspecify.annotations.NullMarked;
