/**
 * The meaning of Jakarta XML Binding's annotations for a class: its bound members, how values are
 * made, and the errors. Knows no plan and no codec.
 */
@NullMarked
package io.castile.codec.binding;

import org.jspecify.annotations.NullMarked;
