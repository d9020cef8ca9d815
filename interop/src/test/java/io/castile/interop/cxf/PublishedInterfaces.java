package io.castile.interop.cxf;

import jakarta.jws.WebService;
import jakarta.xml.ws.WebEndpoint;
import jakarta.xml.ws.WebServiceClient;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.systest.type_test.TypeTestImpl;

/** What {@code cxf-testutils}, which CXF publishes, has for tests: interfaces and services. */
final class PublishedInterfaces {
  /** What CXF itself cannot publish, and why. */
  static final Map<String, String> UNPUBLISHED =
      Map.of(
          "org.apache.cxf.customer.book.BookService",
          "two of its classes have the names of its wrappers",
          "org.apache.hello_world_soap_http.GreeterEndpointInterface",
          "it names a description that is not there");

  private final List<Class<?>> interfaces = new ArrayList<>();
  private final List<Class<?>> services = new ArrayList<>();
  private final Map<Class<?>, Description> descriptions = new HashMap<>();

  /**
   * Where an interface is described.
   *
   * @param wsdl as CXF finds it
   */
  record Description(String wsdl, QName service, QName port) {}

  private PublishedInterfaces() {}

  static PublishedInterfaces find() throws IOException {
    PublishedInterfaces found = new PublishedInterfaces();
    try (JarFile jar = new JarFile(jar().toFile())) {
      List<String> names =
          jar.stream().map(entry -> entry.getName()).filter(n -> n.endsWith(".class")).toList();
      for (String name : names.stream().sorted().toList()) {
        found.add(name.substring(0, name.length() - 6).replace('/', '.'));
      }
    }
    return found;
  }

  private static Path jar() {
    try {
      return Path.of(
          TypeTestImpl.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError("the place of a jar", e);
    }
  }

  private void add(String name) {
    Class<?> type;
    try {
      type = Class.forName(name, false, TypeTestImpl.class.getClassLoader());
      if (type.getMethods().length == 0) {
        return;
      }
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      return; // of what is no dependency of the tests here
    }
    WebServiceClient described = type.getAnnotation(WebServiceClient.class);
    if (described != null) {
      addDescriptions(described, type);
    } else if (type.isInterface()) {
      if (type.isAnnotationPresent(WebService.class) && !UNPUBLISHED.containsKey(name)) {
        interfaces.add(type);
      }
    } else if (Modifier.isPublic(type.getModifiers())
        && !Modifier.isAbstract(type.getModifiers())
        && hasConstructorWithoutArguments(type)) {
      services.add(type);
    }
  }

  private void addDescriptions(WebServiceClient described, Class<?> type) {
    String wsdl = described.wsdlLocation();
    for (Method method : inOrder(type.getMethods())) {
      WebEndpoint port = method.getAnnotation(WebEndpoint.class);
      if (port != null && wsdl.contains("/wsdl/")) {
        String namespace = described.targetNamespace();
        descriptions.putIfAbsent(
            method.getReturnType(),
            new Description(
                "classpath:" + wsdl.substring(wsdl.lastIndexOf("/wsdl/")),
                new QName(namespace, described.name()),
                new QName(namespace, port.name())));
      }
    }
  }

  /** The JVM gives methods in any order; of ports with HTTP and JMS the first by name has HTTP. */
  private static List<Method> inOrder(Method[] methods) {
    return Stream.of(methods).sorted(Comparator.comparing(Method::toString)).toList();
  }

  private static boolean hasConstructorWithoutArguments(Class<?> type) {
    try {
      return Modifier.isPublic(type.getConstructor().getModifiers());
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  List<Class<?>> interfaces() {
    return interfaces;
  }

  /** Where an interface is described; null if only its code says it, or for other transports. */
  Description description(Class<?> sei) {
    return sei.getPackageName().contains("jms") ? null : descriptions.get(sei);
  }

  /** The classes that implement an interface. */
  List<Class<?>> services(Class<?> sei) {
    return services.stream().filter(sei::isAssignableFrom).toList();
  }
}
