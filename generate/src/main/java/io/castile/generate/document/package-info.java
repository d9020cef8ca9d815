/** The documents of a description, written again. */
@NullMarked
package io.castile.generate.document;

import org.jspecify.annotations.NullMarked;
