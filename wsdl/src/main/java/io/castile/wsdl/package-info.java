/** Reads descriptions of services in WSDL 1.1. Start with {@link io.castile.wsdl.WsdlReader}. */
@NullMarked
package io.castile.wsdl;

import org.jspecify.annotations.NullMarked;
