/** Meters of Micrometer for the calls of clients and servers. */
@NullMarked
package io.castile.micrometer;

import org.jspecify.annotations.NullMarked;
