/** The generator of Java of a WSDL, and the compiler of codecs, as a plugin of Maven. */
@NullMarked
package io.castile.maven;

import org.jspecify.annotations.NullMarked;
