/** The replies of the portal as beans, for bindings that need one for a wrapper. */
@XmlSchema(namespace = Portal.NAMESPACE)
package io.castile.bench.message;

import io.castile.demo.portal.Portal;
import jakarta.xml.bind.annotation.XmlSchema;
