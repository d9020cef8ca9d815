/** The suite of a web site in front of services. */
package io.castile.bench.portal;
