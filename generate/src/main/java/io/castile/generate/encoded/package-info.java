/** Schemas of what is encoded (SOAP 1.1 §5), as XJC takes them. */
@NullMarked
package io.castile.generate.encoded;

import org.jspecify.annotations.NullMarked;
