/** Annotations of Castile's own, for what those of Jakarta XML Binding have no place for. */
@NullMarked
package io.castile.codec.annotation;

import org.jspecify.annotations.NullMarked;
