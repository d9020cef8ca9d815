/** The schemas of a description: found, put right, and read by XSOM. */
@NullMarked
package io.castile.wsdl.schema;

import org.jspecify.annotations.NullMarked;
