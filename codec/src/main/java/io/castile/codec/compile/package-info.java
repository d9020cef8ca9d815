/**
 * The compiler: emits Java source for a plan, loads it as a nestmate of the bean, and generates it
 * when an application is built. The codecs find it by name when a class is hot.
 */
@NullMarked
package io.castile.codec.compile;

import org.jspecify.annotations.NullMarked;
