/** Java types to XML: the binding plan, its interpreter, its compiler, deep copy and equality. */
@NullMarked
package io.castile.codec;

import org.jspecify.annotations.NullMarked;
