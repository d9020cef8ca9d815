/** Castile's own annotations, for bindings that Jakarta XML Binding cannot express. */
@NullMarked
package io.castile.codec.annotation;

import org.jspecify.annotations.NullMarked;
