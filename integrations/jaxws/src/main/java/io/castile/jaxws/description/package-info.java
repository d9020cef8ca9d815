/** The part of a WSDL that a client needs: where ports are, and how they are bound. */
@NullMarked
package io.castile.jaxws.description;

import org.jspecify.annotations.NullMarked;
