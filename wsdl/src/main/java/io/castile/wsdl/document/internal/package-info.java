/** How documents are fetched, parsed and cached. */
@NullMarked
package io.castile.wsdl.document.internal;

import org.jspecify.annotations.NullMarked;
