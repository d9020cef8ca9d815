/** How keys are made: of the arguments of a call, or of the content of its request. */
@NullMarked
package io.castile.cache.key.internal;

import org.jspecify.annotations.NullMarked;
