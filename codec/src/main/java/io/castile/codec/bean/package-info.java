/** Beans to XML: the binding plan, its interpreter, deep copy, equality and hash codes. */
@NullMarked
package io.castile.codec.bean;

import org.jspecify.annotations.NullMarked;
