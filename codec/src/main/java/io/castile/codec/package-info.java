/** Java types to XML and back, by their Jakarta XML Binding annotations. */
@NullMarked
package io.castile.codec;

import org.jspecify.annotations.NullMarked;
