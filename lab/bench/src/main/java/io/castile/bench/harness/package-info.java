/** How a suite measures: calls, cells, rounds in turns, and JVMs of their own. */
package io.castile.bench.harness;
