/**
 * The papers' measurements, repeated beside the peers of today: see {@link
 * io.castile.bench.Suites}.
 */
package io.castile.bench;
