/** Operations of SOAP that are called by JSON, as the descriptions of their services say. */
@NullMarked
package io.castile.gateway.json;

import org.jspecify.annotations.NullMarked;
