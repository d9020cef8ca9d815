/** The suites of the response cache: keys, representations, hits. */
package io.castile.bench.cache;
