/**
 * The representations that a cached answer is kept in: bytes, tags and texts, and copies of
 * objects.
 */
package io.castile.cache.representation;
