/** The parts of requests of which cache keys are made. */
@NullMarked
package io.castile.cache.request;

import org.jspecify.annotations.NullMarked;
