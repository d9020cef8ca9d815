/** CXF's own tests of JAX-WS with Castile's codecs in place of Jakarta XML Binding. */
@XmlSchema(namespace = "urn:castile:items")
package io.castile.interop.cxf;

import jakarta.xml.bind.annotation.XmlSchema;
