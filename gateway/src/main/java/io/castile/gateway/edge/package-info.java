/** The checks of requests before they go on: how many may come, and from which clients. */
@NullMarked
package io.castile.gateway.edge;

import org.jspecify.annotations.NullMarked;
