/** The response cache of an application, as its properties say. */
@NullMarked
package io.castile.spring.cache;

import org.jspecify.annotations.NullMarked;
