/** The admin listener: console, API and metrics. */
@NullMarked
package io.castile.gateway.admin;

import org.jspecify.annotations.NullMarked;
