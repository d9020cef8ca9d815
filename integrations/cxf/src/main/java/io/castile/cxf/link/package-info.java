/** The differential link between clients and servers of Apache CXF: {@link DifferentialFeature}. */
@NullMarked
package io.castile.cxf.link;

import org.jspecify.annotations.NullMarked;
