/** The suite {@code dynamic}: calls of clients that know a service by its WSDL alone. */
package io.castile.bench.dynamic;
