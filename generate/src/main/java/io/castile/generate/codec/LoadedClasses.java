package io.castile.generate.codec;

import io.castile.codec.BindingException;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.bind.annotation.XmlType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Interfaces and beans that were generated, compiled and loaded: what plans their messages as a
 * client does. Not thread-safe.
 */
public final class LoadedClasses {
  private final MemoryCompiler compiler;
  private final Map<String, ServiceModel> services = new LinkedHashMap<>();
  private final List<Class<?>> beans = new ArrayList<>();
  private final Map<String, String> skipped = new TreeMap<>();

  private LoadedClasses(MemoryCompiler compiler) {
    this.compiler = compiler;
  }

  /**
   * Compiles and loads.
   *
   * @param generated sources of beans and interfaces by their paths
   * @param interfaces full names of the interfaces
   * @param beans full names of all classes that there can be objects of
   * @throws CodecException if there is no Java compiler, or it refuses what was generated
   */
  public static LoadedClasses of(
      Map<String, String> generated, List<String> interfaces, Collection<String> beans)
      throws CodecException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    if (javac == null) {
      throw new CodecException(
          "codecs are made of compiled classes: expected a JDK, found a JRE without a compiler");
    }
    LoadedClasses made = new LoadedClasses(new MemoryCompiler(javac));
    for (Map.Entry<String, String> each : made.compile(generated).entrySet()) {
      throw new CodecException(
          "Cannot make codecs, because the compiler refuses "
              + each.getKey()
              + ": "
              + each.getValue());
    }
    ClassLoader loader = made.compiler.loader();
    for (String each : beans) {
      Class<?> bean = load(each, loader);
      if (bean.isAnnotationPresent(XmlType.class)) {
        made.beans.add(bean);
      }
    }
    interfaces.forEach(each -> made.add(each, load(each, loader)));
    return made;
  }

  private void add(String name, Class<?> sei) {
    try {
      ServiceModel service = ServiceModel.of(sei);
      if (service.operations().stream().allMatch(OperationModel::isEncoded)) {
        skipped.put(name, "its messages are in SOAP encoding");
      } else {
        services.put(name, service);
      }
    } catch (BindingException | IllegalArgumentException e) {
      skipped.put(name, String.valueOf(e.getMessage()));
    }
  }

  private static Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("Cannot load class " + name + ", though it was compiled", e);
    }
  }

  /** Compiles more, which sees these; returns what is wrong, by the paths of sources. */
  Map<String, String> compile(Map<String, String> sources) {
    try {
      return sources.isEmpty() ? Map.of() : compiler.compile(sources);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the services of the interfaces that have literal messages, by their names. */
  Map<String, ServiceModel> services() {
    return services;
  }

  /** Returns the beans of named types. */
  List<Class<?>> beans() {
    return beans;
  }

  /** Returns the interfaces that have no literal messages, and why. */
  Map<String, String> skipped() {
    return skipped;
  }
}
