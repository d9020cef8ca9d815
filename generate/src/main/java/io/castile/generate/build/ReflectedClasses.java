package io.castile.generate.build;

import io.castile.codec.binding.Types;
import io.castile.generate.build.ReflectedType.Members;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.jws.HandlerChain;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapters;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Gathers which classes of an application Castile reflects on when it plans and interprets the
 * messages of services, and serves them. Not thread-safe.
 */
public final class ReflectedClasses {
  private final ReachabilityMetadata metadata = new ReachabilityMetadata();
  private final Set<Class<?>> seen = new HashSet<>();
  private final Set<Class<?>> beans = new HashSet<>();

  /** Adds the interface of a service, its proxy, what it throws, and what it looks for by name. */
  public void addService(ServiceModel service) {
    Class<?> type = service.type();
    if (type.isInterface()) {
      metadata.addType(type.getName(), Members.PUBLIC_METHODS);
      metadata.addProxy(ServiceModel.portTypes(type).stream().map(Class::getName).toList());
    } else {
      addImplementation(type);
    }
    addAnnotated(type);
    for (OperationModel operation : service.operations()) {
      addExecutable(operation.method());
      addType(operation.method().getGenericReturnType());
    }
    for (Class<? extends Throwable> each : service.exceptions()) {
      addClasses(each, Throwable.class);
      metadata.addType(each.getName(), Members.PUBLIC_METHODS);
    }
    service.namedClasses().forEach(metadata::addType);
    addBeans(service.boundTypes());
    addDescription(service.wsdlLocation());
  }

  /** Adds a class whose objects serve. */
  public void addImplementation(Class<?> type) {
    addClasses(type, Object.class);
    metadata.addType(type.getName(), Members.PUBLIC_METHODS);
    addAnnotated(type);
  }

  /**
   * Adds classes that messages hold, and those of their fields: also of classes that the plan of a
   * codec does not lead to, as they are left to the reference implementation, or are encoded.
   */
  public void addBeans(Collection<Class<?>> types) {
    Deque<Class<?>> open = new ArrayDeque<>(types);
    while (!open.isEmpty()) {
      Class<?> type = open.poll();
      if (beans.add(type)) {
        addClasses(type, Object.class);
        for (Class<?> each = type; isOfApplication(each); each = each.getSuperclass()) {
          for (Field field : each.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
              collect(field.getGenericType(), open);
            }
          }
        }
      }
    }
  }

  /** Collects the classes of a type that may be beans. */
  private static void collect(Type type, Collection<Class<?>> into) {
    if (type instanceof ParameterizedType parameterized) {
      for (Type each : parameterized.getActualTypeArguments()) {
        collect(each, into);
      }
    }
    Class<?> raw = item(Types.erase(type));
    if (isOfApplication(raw) && !raw.isInterface() && !raw.getName().startsWith("jakarta.")) {
      into.add(raw);
    }
  }

  /** The class of the items of an array; the class itself for others. */
  private static Class<?> item(Class<?> type) {
    Class<?> item = type;
    while (item.isArray()) {
      item = item.getComponentType();
    }
    return item;
  }

  /** Returns the text of {@code reachability-metadata.json}. */
  public String metadata() {
    return metadata.text();
  }

  /** Adds a class and its parents up to one that is not added. */
  private void addClasses(Class<?> type, Class<?> end) {
    for (Class<?> each = type; each != null && each != end; each = each.getSuperclass()) {
      if (!isOfApplication(each)) {
        metadata.addType(each.getName()); // its members are looked through
        return;
      }
      if (!seen.add(each)) {
        return;
      }
      metadata.addType(each.getName(), Members.CONSTRUCTORS, Members.METHODS, Members.FIELDS);
      addAnnotated(each);
      for (Field field : each.getDeclaredFields()) {
        addAnnotated(field);
        addType(field.getGenericType());
      }
      for (Method method : each.getDeclaredMethods()) {
        addExecutable(method);
        addType(method.getGenericReturnType());
      }
      for (Constructor<?> constructor : each.getDeclaredConstructors()) {
        addExecutable(constructor);
      }
      XmlType xml = each.getAnnotation(XmlType.class);
      if (xml != null && xml.factoryClass() != XmlType.DEFAULT.class) {
        metadata.addType(xml.factoryClass().getName(), Members.METHODS);
      }
      addPackage(each);
    }
  }

  /** The annotations of a package are those of a class, and its factory is looked for by name. */
  private void addPackage(Class<?> type) {
    String prefix = type.getPackageName().isEmpty() ? "" : type.getPackageName() + ".";
    metadata.addType(prefix + "package-info");
    metadata.addType(prefix + "ObjectFactory", Members.METHODS);
    if (type.getPackage() != null) {
      addAdapters(type.getPackage());
    }
  }

  private void addExecutable(Executable executable) {
    addAdapters(executable);
    for (Parameter each : executable.getParameters()) {
      addAdapters(each);
      addType(each.getParameterizedType());
    }
  }

  private void addAnnotated(AnnotatedElement element) {
    addAdapters(element);
    HandlerChain handlers = element.getAnnotation(HandlerChain.class);
    if (handlers != null && element instanceof Class<?> type) {
      addHandlers(HandlerClasses.of(type, handlers.file()));
    }
  }

  private void addHandlers(HandlerClasses handlers) {
    handlers.resource().ifPresent(metadata::addResources);
    for (String each : handlers.names()) {
      metadata.addType(each, Members.CONSTRUCTORS, Members.METHODS, Members.PUBLIC_METHODS);
    }
  }

  private void addAdapters(AnnotatedElement element) {
    addAdapter(element.getAnnotation(XmlJavaTypeAdapter.class));
    XmlJavaTypeAdapters several = element.getAnnotation(XmlJavaTypeAdapters.class);
    if (several != null) {
      for (XmlJavaTypeAdapter each : several.value()) {
        addAdapter(each);
      }
    }
  }

  private void addAdapter(@Nullable XmlJavaTypeAdapter annotation) {
    if (annotation != null) {
      metadata.addType(annotation.value().getName(), Members.CONSTRUCTORS);
    }
  }

  /**
   * Adds arrays, and collections and maps of their own classes, which are made when one is read.
   */
  private void addType(Type type) {
    if (type instanceof ParameterizedType parameterized) {
      for (Type each : parameterized.getActualTypeArguments()) {
        addType(each);
      }
    }
    Class<?> raw = Types.erase(type);
    for (Class<?> each = raw; each.isArray(); each = each.getComponentType()) {
      metadata.addType(each.getTypeName());
    }
    addMade(raw);
  }

  /** Adds what a value is made of by reflection though it is no bean. */
  private void addMade(Class<?> raw) {
    Class<?> item = item(raw);
    boolean isContainer =
        Collection.class.isAssignableFrom(item) || Map.class.isAssignableFrom(item);
    if (item.isEnum()) {
      metadata.addType(item.getName(), Members.METHODS, Members.FIELDS);
    } else if (isContainer && !item.isInterface() && !Modifier.isAbstract(item.getModifiers())) {
      metadata.addType(item.getName(), Members.CONSTRUCTORS);
    }
  }

  /** Adds the WSDL that an annotation names, and what it may import from its folder. */
  private void addDescription(String location) {
    String path = location.startsWith("classpath:") ? location.substring(10) : location;
    if (path.isEmpty() || path.contains(":")) {
      return; // a URL is no resource
    }
    String resource = path.startsWith("/") ? path.substring(1) : path;
    String folder = resource.substring(0, resource.lastIndexOf('/') + 1);
    metadata.addResources(resource);
    metadata.addResources(folder + "*.wsdl");
    metadata.addResources(folder + "*.xsd");
  }

  private static boolean isOfApplication(Class<?> type) {
    return !type.isPrimitive()
        && !type.isArray()
        && type.getClassLoader() != null
        && type.getClassLoader() != ClassLoader.getPlatformClassLoader();
  }

  /**
   * The classes that the file of a {@code HandlerChain} names (Jakarta Web Services Metadata 3.0).
   *
   * @param resource the file as a resource; empty where it is none
   * @param names the full names of the classes
   */
  private record HandlerClasses(Optional<String> resource, List<String> names) {
    HandlerClasses {
      names = List.copyOf(names);
    }

    /**
     * Reads the file that an annotation of a class names: beside the class, or on the class path.
     *
     * @throws IllegalArgumentException if it cannot be read as XML
     */
    static HandlerClasses of(Class<?> annotated, String file) {
      String beside = annotated.getPackageName().replace('.', '/') + "/" + file;
      for (String path :
          file.startsWith("/") ? List.of(file.substring(1)) : List.of(beside, file)) {
        try (InputStream in = open(annotated, path)) {
          if (in != null) {
            return new HandlerClasses(Optional.of(path), names(in));
          }
        } catch (IOException | SAXException e) {
          throw new IllegalArgumentException(
              "@HandlerChain file %s of %s cannot be read: %s"
                  .formatted(file, annotated.getName(), e.getMessage()),
              e);
        }
      }
      return new HandlerClasses(Optional.empty(), List.of()); // a URL, or an error when it is used
    }

    private static @Nullable InputStream open(Class<?> annotated, String path) {
      ClassLoader loader = annotated.getClassLoader();
      return loader == null ? null : loader.getResourceAsStream(path);
    }

    private static List<String> names(InputStream in) throws IOException, SAXException {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      NodeList found;
      try {
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        found = factory.newDocumentBuilder().parse(in).getElementsByTagNameNS("*", "handler-class");
      } catch (ParserConfigurationException e) {
        throw new AssertionError("the platform's DOM has these features", e);
      }
      List<String> names = new ArrayList<>();
      for (int i = 0; i < found.getLength(); i++) {
        names.add(found.item(i).getTextContent().strip());
      }
      return names;
    }
  }
}
