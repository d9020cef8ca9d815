/**
 * Values of messages by a schema, without classes: maps by the names of elements, lists of what may
 * come again, and Java's own types for simple ones.
 */
@NullMarked
package io.castile.wsdl.value;

import org.jspecify.annotations.NullMarked;
