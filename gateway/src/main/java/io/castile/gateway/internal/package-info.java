/** How Castile's own programs configure a gateway: by all settings of a configuration file. */
@NullMarked
package io.castile.gateway.internal;

import org.jspecify.annotations.NullMarked;
