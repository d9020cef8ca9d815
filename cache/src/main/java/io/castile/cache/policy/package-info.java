/**
 * The cache policy: which operations are cached, for how long, by which parts of the request, and
 * where that is written.
 */
@NullMarked
package io.castile.cache.policy;

import org.jspecify.annotations.NullMarked;
