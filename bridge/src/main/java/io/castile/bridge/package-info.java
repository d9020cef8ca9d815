/** Services of SOAP as services of JSON. */
@NullMarked
package io.castile.bridge;

import org.jspecify.annotations.NullMarked;
