/** Memory outside of the heap, which the collector neither copies nor walks through. */
@NullMarked
package io.castile.cache.memory;

import org.jspecify.annotations.NullMarked;
