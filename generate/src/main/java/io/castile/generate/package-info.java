/** Makes Java of descriptions of services. Start with {@link io.castile.generate.Generator}. */
@NullMarked
package io.castile.generate;

import org.jspecify.annotations.NullMarked;
