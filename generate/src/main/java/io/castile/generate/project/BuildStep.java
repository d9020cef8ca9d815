package io.castile.generate.project;

import io.castile.codec.BindingException;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.compile.CodeGenerator;
import io.castile.codec.compile.GeneratedCode;
import io.castile.generate.build.CompiledServices;
import io.castile.generate.build.ReflectedClasses;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Makes, of the compiled classes of an application, what Castile would else make of them at run
 * time: the codecs of all bodies, header blocks and faults of its services, which clients and
 * servers share, as class files; and the metadata that a native image needs, as it has no codecs
 * but interpreted ones.
 *
 * <pre>{@code
 * BuildStep step = new BuildStep();
 * for (String name : BuildStep.candidates(classes)) {
 *   step.addIfService(Class.forName(name, false, loader));
 * }
 * step.classFiles().forEach(…);
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class BuildStep {
  private final Map<String, GeneratedCode> generated = new LinkedHashMap<>();
  private final Map<String, String> skipped = new TreeMap<>();
  private final Set<Class<?>> planned = new HashSet<>(); // whose messages are planned already
  private final Set<String> services = new TreeSet<>();
  private final ReflectedClasses reflected = new ReflectedClasses();

  /** Makes a step that knows no class. */
  public BuildStep() {}

  /**
   * Returns the full names of the classes in a folder that may be services, sorted; loads none. A
   * folder that is not there has none.
   *
   * @throws IOException if a file cannot be read
   */
  public static List<String> candidates(Path folder) throws IOException {
    return CompiledServices.namesIn(folder);
  }

  /**
   * Adds a class if it is annotated with {@code WebService}; else does nothing.
   *
   * @return whether it is
   * @throws IllegalArgumentException if annotations contradict each other
   * @throws BindingException if a class of a message cannot be bound
   * @throws LinkageError if a class that it refers to cannot be loaded
   */
  public boolean addIfService(Class<?> type) {
    if (!type.isAnnotationPresent(WebService.class)) {
      return false;
    }
    add(type);
    return true;
  }

  /**
   * Adds a service interface, which must be one, a service class, or a bound class.
   *
   * @throws IllegalArgumentException if it is an interface that is no service, or annotations
   *     contradict each other
   * @throws BindingException if a class of a message cannot be bound
   * @throws LinkageError if a class that it refers to cannot be loaded
   */
  public void add(Class<?> type) {
    Optional<ServiceModel> service = ServiceModel.find(type);
    if (service.isPresent()) {
      addService(type, service.get());
    } else {
      CodeGenerator generator = new CodeGenerator(BeanCodecs.forTypes(type));
      generator.addAll(List.of(type));
      take(generator);
    }
  }

  private void addService(Class<?> type, ServiceModel service) {
    if (!type.isInterface()) {
      reflected.addImplementation(type);
    }
    services.add(type.getName());
    boolean isNew = planned.add(service.type());
    if (isNew || type.isAnnotationPresent(XmlSeeAlso.class)) {
      take(service.generateCode());
      reflected.addService(service);
    }
  }

  private void take(CodeGenerator generator) {
    generator.generated().forEach(code -> generated.putIfAbsent(code.resource(), code));
    skipped.putAll(generator.skipped());
    reflected.addBeans(generator.types());
  }

  /** Returns the full names of the service interfaces and classes that were added, sorted. */
  public Set<String> services() {
    return Collections.unmodifiableSet(services);
  }

  /** Returns the names of the codecs' classes, in the order in which they were found. */
  public List<String> codecs() {
    return generated.values().stream().map(GeneratedCode::className).toList();
  }

  /** Returns what is not compiled, and why, by names. */
  public Map<String, String> skipped() {
    return Collections.unmodifiableMap(skipped);
  }

  /** Returns the class files of the codecs, by their paths; with a slash between folders. */
  public Map<String, byte[]> classFiles() {
    Map<String, byte[]> files = new TreeMap<>();
    generated.forEach((path, code) -> files.put(path, code.classFile()));
    return files;
  }

  /** Returns the sources of the codecs, for users that want to read them, by their paths. */
  public Map<String, String> sources() {
    Map<String, String> sources = new TreeMap<>();
    generated
        .values()
        .forEach(code -> sources.put(code.className().replace('.', '/') + ".java", code.source()));
    return sources;
  }

  /** Returns {@code reachability-metadata.json}, for GraalVM for JDK 23 and later, in UTF-8. */
  public byte[] reachabilityMetadata() {
    return reflected.metadata().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns where the metadata of an artifact stands, as a path of its jar.
   *
   * @throws IllegalArgumentException if a name is no part of a path
   */
  public static String metadataPath(String group, String artifact) {
    return "META-INF/native-image/"
        + part(group)
        + "/"
        + part(artifact)
        + "/reachability-metadata.json";
  }

  private static String part(String name) {
    Objects.requireNonNull(name, "name");
    if (!name.matches("[A-Za-z0-9_-][A-Za-z0-9_.-]*")) {
      throw new IllegalArgumentException(
          "expected the identifier of a group or an artifact, found '" + name + "'");
    }
    return name;
  }
}
