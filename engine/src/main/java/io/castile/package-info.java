/** Clients and servers of SOAP services, in one line of code each. */
@NullMarked
package io.castile;

import org.jspecify.annotations.NullMarked;
