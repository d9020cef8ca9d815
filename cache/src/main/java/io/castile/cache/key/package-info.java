/** The keys that requests are found by, made of their content or of their arguments. */
@NullMarked
package io.castile.cache.key;

import org.jspecify.annotations.NullMarked;
