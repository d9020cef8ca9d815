/**
 * The keys that requests are found by: their content, canonical bodies, arguments and header
 * blocks.
 */
@NullMarked
package io.castile.cache.key;

import org.jspecify.annotations.NullMarked;
