/** The suites of writing and reading by difference. */
package io.castile.bench.send;
