/** Java types to XML: the binding plan, its interpreter, its compiler, deep copy and equality. */
package io.castile.codec;
