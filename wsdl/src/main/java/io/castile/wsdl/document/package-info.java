/** Documents of a description: where they come from, and within which bounds. */
@NullMarked
package io.castile.wsdl.document;

import org.jspecify.annotations.NullMarked;
