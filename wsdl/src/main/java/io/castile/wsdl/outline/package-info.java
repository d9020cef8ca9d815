/** Operations and types as a person writes them down. All types are immutable. */
@NullMarked
package io.castile.wsdl.outline;

import org.jspecify.annotations.NullMarked;
