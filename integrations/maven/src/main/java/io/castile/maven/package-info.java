/** The generator of Java of a WSDL, as a plugin of Maven. */
@NullMarked
package io.castile.maven;

import org.jspecify.annotations.NullMarked;
