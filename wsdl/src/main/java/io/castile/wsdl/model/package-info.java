/** The content of a WSDL 1.1 description, by the specification's names. All types are immutable. */
@NullMarked
package io.castile.wsdl.model;

import org.jspecify.annotations.NullMarked;
