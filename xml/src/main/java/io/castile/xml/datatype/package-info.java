/**
 * The datatypes of XML Schema part 2 as bytes: integers, decimals, floating-point numbers, dates,
 * durations and binary data, each written in its canonical form and parsed without a string.
 */
@NullMarked
package io.castile.xml.datatype;

import org.jspecify.annotations.NullMarked;
