/** Bytes to XML events and back: a UTF-8 pull reader, a byte writer, numbers and dates, limits. */
@NullMarked
package io.castile.xml;

import org.jspecify.annotations.NullMarked;
