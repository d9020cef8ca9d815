/** The suite {@code gateway}: Castile's gateway beside nginx and Varnish, under the load of wrk. */
package io.castile.bench.gateway;
