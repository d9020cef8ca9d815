/** Codecs: values to XML and back. */
@NullMarked
package io.castile.codec;

import org.jspecify.annotations.NullMarked;
