/** The suite of what a call costs before it carries anything: first answers and warm-up. */
package io.castile.bench.floor;
