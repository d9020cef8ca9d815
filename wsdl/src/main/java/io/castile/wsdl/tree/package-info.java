/** Documents as trees of elements, with the places where these stand. */
@NullMarked
package io.castile.wsdl.tree;

import org.jspecify.annotations.NullMarked;
