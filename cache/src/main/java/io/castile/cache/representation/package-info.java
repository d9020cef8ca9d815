/**
 * The representations in which a cached response is kept: bytes, tags and texts, and copies of
 * objects.
 */
@NullMarked
package io.castile.cache.representation;

import org.jspecify.annotations.NullMarked;
