package io.castile.jaxws.description;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The part of a WSDL that a client needs, and no more. Immutable.
 *
 * @param services their ports, in the order of the WSDL
 * @param documents the WSDL and those that it imports, where any has policies that are to be looked
 *     at; else empty
 * @param missing why documents could not be read that the WSDL imports
 */
public record ClientDescription(
    Map<QName, List<BoundPort>> services, Map<URI, byte[]> documents, List<String> missing) {

  /** The ports of a service; null where there is no such service. */
  public @Nullable List<BoundPort> ports(QName service) {
    return services.get(service);
  }

  /** All ports, of whatever service. */
  public List<BoundPort> allPorts() {
    List<BoundPort> all = new ArrayList<>();
    services.values().forEach(all::addAll);
    return all;
  }

  /** Returns the words about documents that are missing; empty for none. */
  public String shownMissing() {
    return missing.isEmpty() ? "" : "; not read: " + String.join("; ", missing);
  }
}
