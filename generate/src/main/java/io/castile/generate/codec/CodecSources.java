package io.castile.generate.codec;

import io.castile.codec.binding.BindingException;
import io.castile.codec.compile.CodeGenerator;
import io.castile.codec.compile.GeneratedCode;
import io.castile.soap.model.Operation;
import io.castile.soap.model.ServiceModel;
import jakarta.xml.bind.annotation.XmlType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Makes the codecs of the messages of generated interfaces: compiles the generated classes, plans
 * their messages as a client does, and has the source which that client would compile.
 */
public final class CodecSources {
  private final MemoryCompiler compiler;
  private final Map<String, String> sources = new TreeMap<>();
  private final Map<String, String> skipped = new TreeMap<>();

  private CodecSources(MemoryCompiler compiler) {
    this.compiler = compiler;
  }

  /**
   * Makes codecs.
   *
   * @param generated sources of beans and interfaces by their paths
   * @param interfaces full names of the interfaces
   * @param beans full names of all classes that there can be objects of: messages may have those
   *     that only {@code xsi:type} names
   * @throws CodecException if there is no Java compiler, or it refuses what was generated
   */
  public static CodecSources of(
      Map<String, String> generated, List<String> interfaces, Collection<String> beans)
      throws CodecException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    if (javac == null) {
      throw new CodecException(
          "codecs are made of compiled classes: expected a JDK, found a JRE without a compiler");
    }
    CodecSources made = new CodecSources(new MemoryCompiler(javac));
    try {
      made.make(generated, interfaces, beans);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return made;
  }

  private void make(
      Map<String, String> generated, List<String> interfaces, Collection<String> beans)
      throws IOException, CodecException {
    Map<String, String> wrong = compiler.compile(generated);
    for (Map.Entry<String, String> each : wrong.entrySet()) {
      throw new CodecException(
          "codecs are made of compiled classes, and the compiler refuses "
              + each.getKey()
              + ": "
              + each.getValue());
    }
    ClassLoader loader = compiler.loader();
    List<Class<?>> all = new ArrayList<>();
    for (String each : beans) {
      Class<?> bean = load(each, loader);
      if (bean.isAnnotationPresent(XmlType.class)) {
        all.add(bean);
      }
    }
    for (String each : interfaces) {
      add(each, load(each, loader), all);
    }
    dropRefused();
  }

  private void add(String name, Class<?> sei, List<Class<?>> beans) {
    CodeGenerator generator;
    try {
      ServiceModel service = ServiceModel.of(sei);
      if (service.operations().stream().allMatch(Operation::isEncoded)) {
        skipped.put(name, "its messages are in SOAP encoding");
        return;
      }
      generator = service.generateCode();
      generator.addAll(beans);
    } catch (BindingException | IllegalArgumentException e) {
      skipped.put(name, String.valueOf(e.getMessage()));
      return;
    }
    skipped.putAll(generator.skipped());
    for (GeneratedCode each : generator.generated()) {
      if (each.isInApplication()) {
        sources.putIfAbsent(each.className().replace('.', '/') + ".java", each.file());
      }
    }
  }

  /** What the application's compiler would refuse, as it knows no nestmates, is left out. */
  private void dropRefused() throws IOException {
    if (sources.isEmpty()) {
      return;
    }
    Map<String, String> wrong = compiler.compile(sources);
    wrong.forEach(
        (path, reason) -> {
          sources.remove(path);
          skipped.put(path, reason);
        });
  }

  private static Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name + " was compiled", e);
    }
  }

  /** Returns sources by their paths, sorted; with a slash between folders. */
  public Map<String, String> sources() {
    return sources;
  }

  /** Returns what has no codec, by its name, and why. */
  public Map<String, String> skipped() {
    return skipped;
  }
}
