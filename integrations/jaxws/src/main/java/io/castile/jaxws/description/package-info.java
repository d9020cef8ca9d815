/** What a client needs of a WSDL: where ports are, and how they are bound. */
@NullMarked
package io.castile.jaxws.description;

import org.jspecify.annotations.NullMarked;
