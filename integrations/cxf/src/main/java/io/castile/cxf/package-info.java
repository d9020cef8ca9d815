/** The response cache inside Apache CXF's own chain: {@link io.castile.cxf.CastileFeature}. */
@NullMarked
package io.castile.cxf;

import org.jspecify.annotations.NullMarked;
