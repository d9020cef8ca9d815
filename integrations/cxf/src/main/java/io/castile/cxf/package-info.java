/** The response cache inside Apache CXF's own chain: {@link io.castile.cxf.CastileFeature}. */
package io.castile.cxf;
