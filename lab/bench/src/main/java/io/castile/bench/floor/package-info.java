/**
 * The suite of what a call costs at its edges: first answers, simple calls, and what ports hold.
 */
package io.castile.bench.floor;
