/**
 * What the annotations of Jakarta XML Binding say of a class: its bound members, how values are
 * made, and what is wrong with it. Knows no plan and no codec.
 */
@NullMarked
package io.castile.codec.binding;

import org.jspecify.annotations.NullMarked;
