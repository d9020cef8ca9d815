/** The suite {@code encoded}: messages of rpc/encoded, written and read in memory. */
package io.castile.bench.encoded;
