/** Schemas as data, without customizations. */
@NullMarked
package io.castile.generate.document;

import org.jspecify.annotations.NullMarked;
