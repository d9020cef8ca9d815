/** The stock and search portal: the operations of the papers, as one service. */
@XmlSchema(namespace = Portal.NAMESPACE)
package io.castile.demo.portal;

import jakarta.xml.bind.annotation.XmlSchema;
