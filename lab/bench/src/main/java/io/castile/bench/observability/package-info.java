/** The suite {@code observability}: what it costs to record, measure or trace calls. */
package io.castile.bench.observability;
