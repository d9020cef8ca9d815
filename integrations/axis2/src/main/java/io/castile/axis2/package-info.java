/**
 * The response cache and the differential link as a module of Apache Axis2: {@link
 * io.castile.axis2.CastileModule}.
 */
@NullMarked
package io.castile.axis2;

import org.jspecify.annotations.NullMarked;
