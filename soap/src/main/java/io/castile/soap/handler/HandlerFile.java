package io.castile.soap.handler;

import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.server.ServiceLifecycle;
import jakarta.jws.HandlerChain;
import jakarta.xml.ws.handler.Handler;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * The file that a {@link HandlerChain} names (Jakarta Web Services Metadata 3.0 §4.6.1; JSR 109 1.3
 * §7.2): chains of handlers, each for the services, ports or bindings that its patterns name.
 * Elements are known by their local names, as their namespace has changed twice.
 */
public final class HandlerFile {
  private final Class<?> annotated;
  private final String file;
  private final ServiceModel model;
  private final SoapVersion version;

  private HandlerFile(Class<?> annotated, String file, ServiceModel model, SoapVersion version) {
    this.annotated = annotated;
    this.file = file;
    this.model = model;
    this.version = version;
  }

  /**
   * The content of a file for a service. Immutable, but for the handlers themselves.
   *
   * @param handlers new ones, in their order
   * @param roles ({@code soap-role}) in which the service, or its client, acts beside those of
   *     every last receiver
   */
  public record Content(List<Handler<?>> handlers, Set<String> roles) {
    /** Nothing. */
    public static final Content NONE = new Content(List.of(), Set.of());

    public Content {
      handlers = List.copyOf(handlers);
      roles = Set.copyOf(roles);
    }
  }

  /**
   * Returns what is in the chains that are for a service; nothing where nothing is annotated.
   *
   * <p>Parameters of a handler ({@code init-param}) are given to its public method {@code
   * init(Map)} before its {@code @PostConstruct}. Where it has none, the log says that they are not
   * heeded: the specification has no way to them.
   *
   * @param type an implementation, whose annotation replaces that of its interface, or the
   *     interface
   * @param version of the binding
   * @throws IllegalArgumentException if the file or a handler is not there, or not as it must be
   */
  public static Content read(Class<?> type, ServiceModel model, SoapVersion version) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      if (owner.isAnnotationPresent(HandlerChain.class)) {
        return of(owner, model, version).read();
      }
    }
    return model.type().isAnnotationPresent(HandlerChain.class)
        ? of(model.type(), model, version).read()
        : Content.NONE;
  }

  private static HandlerFile of(Class<?> annotated, ServiceModel model, SoapVersion version) {
    String file = annotated.getAnnotation(HandlerChain.class).file();
    return new HandlerFile(annotated, file, model, version);
  }

  private Content read() {
    List<Handler<?>> handlers = new ArrayList<>();
    Set<String> roles = new LinkedHashSet<>();
    for (Element chain : children(parse(), "handler-chain")) {
      if (isMeant(chain)) {
        for (Element handler : children(chain, "handler")) {
          handlers.add(handler(handler));
          children(handler, "soap-role").forEach(role -> roles.add(text(role)));
        }
      }
    }
    return new Content(handlers, roles);
  }

  // ---- which chains ----

  private boolean isMeant(Element chain) {
    return matches(chain, "service-name-pattern", model.serviceName())
        && matches(chain, "port-name-pattern", model.portName())
        && matchesBinding(chain);
  }

  private static boolean matches(Element chain, String pattern, QName name) {
    List<Element> patterns = children(chain, pattern);
    return patterns.isEmpty() || patterns.stream().anyMatch(each -> matches(each, name));
  }

  /** A name whose local part may hold {@code *}, or {@code *} for any. */
  private static boolean matches(Element pattern, QName name) {
    String text = text(pattern);
    int colon = text.indexOf(':');
    String uri = pattern.lookupNamespaceURI(colon < 0 ? null : text.substring(0, colon));
    String local = text.substring(colon + 1);
    String regex = Pattern.quote(local).replace("*", "\\E.*\\Q");
    boolean anyNamespace = text.equals("*");
    return (anyNamespace || name.getNamespaceURI().equals(uri == null ? "" : uri))
        && Pattern.matches(regex, name.getLocalPart());
  }

  private boolean matchesBinding(Element chain) {
    List<Element> bindings = children(chain, "protocol-bindings");
    if (bindings.isEmpty()) {
      return true;
    }
    String token = version == SoapVersion.SOAP_1_1 ? "##SOAP11_HTTP" : "##SOAP12_HTTP";
    List<String> ours = List.of(token, token + "_MTOM", version.bindingId());
    return Pattern.compile("\\s+").splitAsStream(text(bindings.get(0))).anyMatch(ours::contains);
  }

  // ---- handlers ----

  private Handler<?> handler(Element described) {
    String name = only(described, "handler-class");
    Object made;
    try {
      made = load(name).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw wrong("handler " + name + " cannot be made: " + e, e);
    }
    if (!(made instanceof Handler<?> handler)) {
      throw wrong("expected a " + Handler.class.getName() + ", found " + name, null);
    }
    initialize(handler, described);
    ServiceLifecycle.postConstruct(handler);
    return handler;
  }

  private void initialize(Handler<?> handler, Element described) {
    Map<String, String> parameters = parameters(described);
    if (parameters.isEmpty()) {
      return;
    }
    Method init;
    try {
      init = handler.getClass().getMethod("init", Map.class);
    } catch (NoSuchMethodException e) {
      LoggerFactory.getLogger(HandlerFile.class)
          .warn(
              "@HandlerChain file {} of {}: handler {} has no public method init(Map), so that its"
                  + " init-params {} are not heeded",
              file,
              annotated.getName(),
              handler.getClass().getName(),
              parameters.keySet());
      return;
    }
    try {
      init.invoke(handler, parameters);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw wrong("init of " + handler.getClass().getName() + " failed: " + cause, cause);
    } catch (IllegalAccessException e) {
      throw wrong("init of " + handler.getClass().getName() + " cannot be called: " + e, e);
    }
  }

  private Map<String, String> parameters(Element described) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (Element parameter : children(described, "init-param")) {
      String name = only(parameter, "param-name");
      if (parameters.put(name, only(parameter, "param-value")) != null) {
        throw wrong("expected one init-param " + name + " of a handler, found two", null);
      }
    }
    return parameters;
  }

  private String only(Element parent, String name) {
    List<Element> found = children(parent, name);
    if (found.size() != 1) {
      throw wrong(
          "expected one " + name + " in " + parent.getLocalName() + ", found " + found.size(),
          null);
    }
    return text(found.get(0));
  }

  private Class<?> load(String name) throws ClassNotFoundException {
    try {
      return Class.forName(name, true, annotated.getClassLoader());
    } catch (ClassNotFoundException e) {
      ClassLoader context = Thread.currentThread().getContextClassLoader();
      return Class.forName(name, true, context);
    }
  }

  // ---- the document ----

  private Element parse() {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    try (InputStream in = locate().openStream()) {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(in).getDocumentElement();
    } catch (ParserConfigurationException e) {
      throw new AssertionError("the platform's DOM has these features", e);
    } catch (IOException | SAXException e) {
      throw wrong("it cannot be read: " + e.getMessage(), e);
    }
  }

  /** Finds a file by its place relative to the class, else on the class path, else as a URL. */
  private URL locate() throws MalformedURLException {
    URL found = annotated.getResource(file);
    if (found == null && annotated.getClassLoader() != null) {
      found = annotated.getClassLoader().getResource(file);
    }
    if (found == null && file.contains(":")) {
      found = URI.create(file).toURL();
    }
    if (found == null) {
      throw wrong("expected a file beside the class or on the class path, found none", null);
    }
    return found;
  }

  private static String text(Element element) {
    return element.getTextContent().trim();
  }

  private static List<Element> children(Element parent, String localName) {
    List<Element> children = new ArrayList<>();
    for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element && localName.equals(element.getLocalName())) {
        children.add(element);
      }
    }
    return children;
  }

  private IllegalArgumentException wrong(String what, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "Cannot use @HandlerChain file " + file + " of " + annotated.getName() + ": " + what,
        cause);
  }
}
