/** Castile's codecs as a data binding of Apache CXF. */
@NullMarked
package io.castile.cxf.databinding;

import org.jspecify.annotations.NullMarked;
