/** Object graphs: copied, compared, hashed and weighed, by the shapes of their classes. */
package io.castile.cache.graph;
