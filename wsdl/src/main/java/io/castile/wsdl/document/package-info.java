/** Documents of a description: where they come from, within which bounds, and what is in them. */
@NullMarked
package io.castile.wsdl.document;

import org.jspecify.annotations.NullMarked;
