/** The codecs of classes with Jakarta XML Binding annotations. */
@NullMarked
package io.castile.codec.jaxb;

import org.jspecify.annotations.NullMarked;
