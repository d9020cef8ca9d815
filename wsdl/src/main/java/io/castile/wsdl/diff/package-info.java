/** The differences of two descriptions, and which of them break clients of the first. */
@NullMarked
package io.castile.wsdl.diff;

import org.jspecify.annotations.NullMarked;
