/**
 * The operations of SOAPBuilders' interoperability tests, round 2 (base, and group B), and graphs:
 * rpc/encoded.
 */
@XmlSchema(namespace = "http://soapinterop.org/xsd")
package io.castile.builders;

import jakarta.xml.bind.annotation.XmlSchema;
