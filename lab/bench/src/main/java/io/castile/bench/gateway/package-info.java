/** The suite {@code gateway}: Castile's gateway beside nginx and Varnish, under load. */
package io.castile.bench.gateway;
