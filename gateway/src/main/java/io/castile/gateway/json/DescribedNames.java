package io.castile.gateway.json;

import io.castile.bridge.DescribedService;
import io.castile.cache.policy.internal.KnownElement;
import io.castile.cache.policy.internal.KnownRequest;
import io.castile.cache.policy.internal.KnownService;
import io.castile.wsdl.Description;
import io.castile.wsdl.outline.ElementTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The names of a description, with which those of a policy are compared. */
public final class DescribedNames {
  private static final Logger log = LoggerFactory.getLogger(DescribedNames.class);

  private DescribedNames() {}

  /** Reads the services of a description, with the schemas, when a request is first looked at. */
  public interface Source {
    /**
     * Returns the services.
     *
     * @throws IOException if the description cannot be read
     */
    List<DescribedService> read() throws IOException;
  }

  /**
   * Returns the names that rules may have for the services of a description, for clients, servers
   * and gateways: operations have their own names, and those of the elements in their requests.
   *
   * @throws UncheckedIOException later, if the schemas cannot be used
   */
  public static List<KnownService> of(Description description) {
    List<KnownService> known = new ArrayList<>();
    for (DescribedService each : DescribedService.of(description)) {
      QName name = each.name();
      known.add(
          new KnownService(
              name == null ? Set.of() : Set.of(name.toString()),
              each.names().stream().map(QName::toString).collect(Collectors.toSet()),
              new All(each)));
    }
    return known;
  }

  /**
   * Returns the names that rules of a gateway may have for a route: operations have those of the
   * elements in their requests, and by HTTP GET their own.
   *
   * @param name of the service that the route is for; empty for none
   * @param services those of the descriptions of the route
   * @param source reads the same services once more when a rule names an argument or an element:
   *     only that needs their schemas, which are too large for the route to keep
   */
  public static KnownService ofRequests(
      String name, List<DescribedService> services, Source source) {
    Map<String, String> meant = new HashMap<>();
    Set<String> operations = new LinkedHashSet<>();
    for (DescribedService each : services) {
      each.byElement()
          .forEach(
              (element, operation) -> {
                operations.add(element.toString());
                meant.putIfAbsent(operation.name(), element.toString());
              });
      each.byGet().forEach(get -> operations.add(get.toString()));
    }
    return new KnownService(
        name.isEmpty() ? Set.of() : Set.of(name), operations, new OfRequests(meant, source));
  }

  /** All names of one service. */
  private record All(DescribedService service) implements KnownService.Described {
    @Override
    public KnownRequest request(String operation) {
      return known(service.request(QName.valueOf(operation)));
    }

    @Override
    public @Nullable String meant(String local) {
      return null; // as rules may name operations by all of their names
    }
  }

  /** The elements in requests of some services. */
  private static final class OfRequests implements KnownService.Described {
    private final Map<String, String> meant;
    private final Source source;
    private @Nullable List<DescribedService> read; // null before it is asked for

    OfRequests(Map<String, String> meant, Source source) {
      this.meant = meant;
      this.source = source;
    }

    @Override
    public synchronized @Nullable KnownRequest request(String operation) {
      try {
        List<DescribedService> services = read;
        if (services == null) {
          services = source.read();
          read = services;
        }
        QName name = QName.valueOf(operation);
        for (DescribedService each : services) {
          if (each.byElement().containsKey(name) || each.byGet().contains(name)) {
            return known(each.request(name));
          }
        }
      } catch (IOException | UncheckedIOException e) {
        log.debug("the schemas of {} are not compared with: {}", operation, e.getMessage());
      }
      return null;
    }

    @Override
    public @Nullable String meant(String local) {
      return meant.get(local);
    }
  }

  private static KnownRequest known(DescribedService.Request request) {
    return new KnownRequest(
        request.arguments(), request.body() == null ? null : elements(request.body()));
  }

  private static List<KnownElement> elements(List<ElementTree.Node> nodes) {
    List<KnownElement> elements = new ArrayList<>();
    nodes.forEach(each -> elements.add(new Element(each)));
    return elements;
  }

  /** An element of a description. */
  private record Element(ElementTree.Node node) implements KnownElement {
    @Override
    public String name() {
      return node.name().toString();
    }

    @Override
    public List<KnownElement> children() {
      return elements(node.children());
    }

    @Override
    public Set<String> attributes() {
      return node.attributes();
    }

    @Override
    public boolean isOpen() {
      return node.isOpen();
    }
  }
}
