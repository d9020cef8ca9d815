/** What is asked of requests before they go on: how many may come, and of whom. */
@NullMarked
package io.castile.gateway.edge;

import org.jspecify.annotations.NullMarked;
