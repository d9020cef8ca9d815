/**
 * The structs of the suite {@code encoded}. Their properties are public fields where they are no
 * arrays, which Castile and Axis 1.4 both find.
 */
@XmlSchema(namespace = "urn:castile:encoded")
package io.castile.bench.encoded.message;

import jakarta.xml.bind.annotation.XmlSchema;
