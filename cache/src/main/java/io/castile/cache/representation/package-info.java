/**
 * The representations that a cached answer is kept in: bytes, tags and texts, and copies of
 * objects.
 */
@NullMarked
package io.castile.cache.representation;

import org.jspecify.annotations.NullMarked;
