package io.castile.jaxws;

import io.castile.jaxws.description.BoundPort;
import io.castile.jaxws.description.ClientDescription;
import io.castile.jaxws.description.DescriptionCache;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The ports of a service: those that the application has added, and those of the WSDL, which is
 * read when it is asked for the first time. A WSDL that cannot be read is no error as long as the
 * application says where the service is. Thread-safe.
 */
final class ServicePorts {
  private final @Nullable URL wsdl; // null for none
  private final QName service;
  private final Map<QName, KnownPort> added = new LinkedHashMap<>(); // guarded by this

  ServicePorts(@Nullable URL wsdl, QName service) {
    this.wsdl = wsdl;
    this.service = service;
  }

  /** The content of a WSDL, or why it is not known. */
  private record Read(@Nullable URL wsdl, @Nullable ClientDescription description, String failure) {
    /** For messages. */
    String place() {
      return String.valueOf(wsdl);
    }

    String missing() {
      return description == null ? "" : description.shownMissing();
    }

    Set<QName> services() {
      return description == null ? Set.of() : description.services().keySet();
    }
  }

  /**
   * Adds a port.
   *
   * @throws WebServiceException if there is one of that name
   */
  synchronized void add(KnownPort port) {
    if (added.containsKey(port.name()) || names(read(null)).contains(port.name())) {
      throw new WebServiceException(
          "Cannot add port "
              + port.name()
              + " to service "
              + service
              + ", because it has one of this name. Use another name.");
    }
    added.put(port.name(), port);
  }

  private synchronized @Nullable KnownPort added(QName name) {
    return added.get(name);
  }

  private synchronized List<KnownPort> added() {
    return List.copyOf(added.values());
  }

  /**
   * The port of a name.
   *
   * @param sei whose annotation names a WSDL where the service has none; null for none
   * @throws WebServiceException if the WSDL has no such port, or no such service
   */
  KnownPort named(QName name, @Nullable Class<?> sei) {
    if (name == null) {
      throw new WebServiceException("Cannot find a port without its name. Pass one.");
    }
    KnownPort known = added(name);
    if (known != null) {
      return known;
    }
    Read read = read(sei);
    if (read.description() == null) {
      if (sei == null && wsdl == null) {
        throw new WebServiceException(
            "Cannot find port "
                + name
                + " of service "
                + service
                + ", because it has no WSDL, and only these ports were added: "
                + added().stream().map(KnownPort::name).toList()
                + ". Call addPort.");
      }
      return KnownPort.named(name, read.failure());
    }
    List<BoundPort> ports = ports(read);
    for (BoundPort port : ports) {
      if (port.name().equals(name)) {
        return KnownPort.described(port, read.description(), read.place());
      }
    }
    throw new WebServiceException(
        "expected port "
            + name
            + " of service "
            + service
            + " in WSDL "
            + read.place()
            + ", found "
            + ports.stream().map(BoundPort::name).toList()
            + read.missing());
  }

  /**
   * The first port for an interface.
   *
   * @throws WebServiceException if the WSDL has no such service, or none of its ports is for the
   *     interface
   */
  KnownPort of(Class<?> sei) {
    Read read = read(sei);
    if (read.description() == null) {
      List<KnownPort> known = added();
      return known.isEmpty() ? KnownPort.named(defaultPort(sei), read.failure()) : known.get(0);
    }
    QName portType = portType(sei);
    List<BoundPort> ports = ports(read);
    for (BoundPort port : ports) {
      if (port.bindingId() != null && portType.equals(port.portType())) {
        return KnownPort.described(port, read.description(), read.place());
      }
    }
    for (BoundPort port : ports) {
      if (port.portType() == null) { // the binding is in a document that could not be read
        return KnownPort.described(port, read.description(), read.place());
      }
    }
    throw new WebServiceException(
        "expected a port of service "
            + service
            + " for port type "
            + portType
            + " of "
            + sei.getName()
            + " in WSDL "
            + read.place()
            + ", found "
            + ports.stream().map(port -> port.name() + " for " + port.portType()).toList()
            + read.missing());
  }

  /** The first port, for a reference that names none. */
  KnownPort first() {
    List<KnownPort> known = added();
    if (!known.isEmpty()) {
      return known.get(0);
    }
    Read read = read(null);
    if (read.description() != null) {
      for (BoundPort port : ports(read)) {
        if (port.bindingId() != null) {
          return KnownPort.described(port, read.description(), read.place());
        }
      }
    }
    return KnownPort.named(new QName(service.getNamespaceURI(), "Port"), read.failure());
  }

  /** The names of all ports, those that were added first. */
  Set<QName> names() {
    Set<QName> all = new LinkedHashSet<>();
    added().forEach(port -> all.add(port.name()));
    all.addAll(names(read(null)));
    return all;
  }

  private Set<QName> names(Read read) {
    Set<QName> all = new LinkedHashSet<>();
    if (read.description() != null) {
      ports(read).forEach(port -> all.add(port.name()));
    }
    return all;
  }

  private List<BoundPort> ports(Read read) {
    ClientDescription description = read.description();
    List<BoundPort> ports = description == null ? List.of() : description.ports(service);
    if (ports == null) {
      throw new WebServiceException(
          "expected service "
              + service
              + " in WSDL "
              + read.place()
              + ", found "
              + read.services()
              + read.missing());
    }
    return ports;
  }

  /** Reads the WSDL of the service, else that which the interface names. */
  private Read read(@Nullable Class<?> sei) {
    URL place = wsdl == null ? annotated(sei) : wsdl;
    if (place == null) {
      return new Read(null, null, "service " + service + " has no WSDL");
    }
    try {
      return new Read(place, DescriptionCache.of(place), "");
    } catch (IOException e) {
      return new Read(place, null, "WSDL " + e.getMessage());
    }
  }

  /** Where the annotation of an interface says that the WSDL is; null for nowhere. */
  private static @Nullable URL annotated(@Nullable Class<?> sei) {
    WebService annotation = sei == null ? null : sei.getAnnotation(WebService.class);
    if (sei == null || annotation == null || annotation.wsdlLocation().isEmpty()) {
      return null;
    }
    String location = annotation.wsdlLocation();
    ClassLoader loader = sei.getClassLoader();
    String name = location.startsWith("classpath:") ? location.substring(10) : location;
    URL resource =
        loader == null ? null : loader.getResource(name.startsWith("/") ? name.substring(1) : name);
    if (resource != null) {
      return resource;
    }
    try {
      return URI.create(location).toURL();
    } catch (IllegalArgumentException | MalformedURLException e) {
      return null; // the engine says that it is not there
    }
  }

  private static QName portType(Class<?> sei) {
    WebService annotation = sei.getAnnotation(WebService.class);
    if (annotation == null) {
      throw new WebServiceException(
          "Cannot make a client of "
              + sei.getName()
              + ", because it is not an interface with @WebService (jakarta.jws).");
    }
    return new QName(namespace(sei, annotation), orElse(annotation.name(), sei.getSimpleName()));
  }

  private static QName defaultPort(Class<?> sei) {
    return new QName(portType(sei).getNamespaceURI(), portType(sei).getLocalPart() + "Port");
  }

  /** Jakarta XML Web Services 4.0 §3.2. */
  private static String namespace(Class<?> sei, WebService annotation) {
    if (!annotation.targetNamespace().isEmpty()) {
      return annotation.targetNamespace();
    }
    StringBuilder uri = new StringBuilder("http://");
    String[] names = sei.getPackageName().split("\\.");
    for (int i = names.length - 1; i >= 0; i--) {
      uri.append(names[i]).append(i == 0 ? "/" : ".");
    }
    return uri.toString();
  }

  private static String orElse(String text, String other) {
    return text.isEmpty() ? other : text;
  }
}
