/** The parts of a description that Castile's own modules read. */
@NullMarked
package io.castile.wsdl.internal;

import org.jspecify.annotations.NullMarked;
