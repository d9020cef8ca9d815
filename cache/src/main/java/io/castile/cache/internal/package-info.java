/**
 * How calls are answered from the cache: operations, look-ups, flights that calls share, and
 * entries. For the modules of Castile that bring calls to a cache.
 */
@NullMarked
package io.castile.cache.internal;

import org.jspecify.annotations.NullMarked;
