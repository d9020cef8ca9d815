/** The suite of parameterized calls. */
package io.castile.bench.parameterized;
