/** The suite of whole calls over loopback, and its peers. */
package io.castile.bench.calls;
