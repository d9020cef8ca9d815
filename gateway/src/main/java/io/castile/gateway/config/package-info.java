/** The configuration of a gateway, and how it is read from YAML. */
@NullMarked
package io.castile.gateway.config;

import org.jspecify.annotations.NullMarked;
