/** The suite of the differential link: bytes, delays, and processor time of whole calls. */
package io.castile.bench.delta;
