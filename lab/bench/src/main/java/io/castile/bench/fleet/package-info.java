/** The suite {@code fleet}: what a fleet of gateways does, simulated. */
package io.castile.bench.fleet;
