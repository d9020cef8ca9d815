/** A provider of Jakarta XML Web Services, in place of Metro's or Apache CXF's. */
@NullMarked
package io.castile.jaxws;

import org.jspecify.annotations.NullMarked;
