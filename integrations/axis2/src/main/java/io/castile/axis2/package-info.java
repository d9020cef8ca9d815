/**
 * The response cache as a module of Apache Axis2, for its services and clients: {@link
 * io.castile.axis2.CastileModule}.
 */
@NullMarked
package io.castile.axis2;

import org.jspecify.annotations.NullMarked;
