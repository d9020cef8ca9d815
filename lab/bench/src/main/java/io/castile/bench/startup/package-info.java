/** The suite of first answers and first ports. */
package io.castile.bench.startup;
