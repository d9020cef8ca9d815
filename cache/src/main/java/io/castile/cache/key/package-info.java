/**
 * The keys that requests are found by: their content, canonical bodies, arguments and header
 * blocks.
 */
package io.castile.cache.key;
