/** Object graphs: copied, compared, hashed and weighed, by the shapes of their classes. */
@NullMarked
package io.castile.cache.graph;

import org.jspecify.annotations.NullMarked;
