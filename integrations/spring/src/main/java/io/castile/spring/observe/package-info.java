/** Calls as observations of Micrometer. */
@NullMarked
package io.castile.spring.observe;

import org.jspecify.annotations.NullMarked;
