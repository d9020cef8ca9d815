package io.castile.codec.compile;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.bean.BeanPlan;
import io.castile.codec.bean.RootCodec;
import io.castile.codec.bean.WrapperValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compiles the codecs of an application when it is built. What it gives is found at run time where
 * it is a resource of the application, and no compiler is needed then.
 *
 * <pre>{@code
 * CodeGenerator generator = new CodeGenerator(codecs);
 * generator.add(codecs.of(Order.class));
 * for (GeneratedCode code : generator.generated()) {
 *   Files.write(output.resolve(code.resource()), code.classFile());
 * }
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class CodeGenerator {
  private final BeanCodecs codecs;
  private final Map<String, GeneratedCode> generated = new LinkedHashMap<>();
  private final Map<String, String> skipped = new LinkedHashMap<>();
  private final Set<Class<?>> seen = new LinkedHashSet<>();

  /** A generator for what is used through these codecs. */
  public CodeGenerator(BeanCodecs codecs) {
    this.codecs = codecs;
  }

  /**
   * Adds what writes and reads an element, and all that it may refer to.
   *
   * @param codec one that these codecs have given
   * @throws IllegalArgumentException if it is another one
   */
  public void add(Codec<?> codec) {
    if (!(codec instanceof RootCodec<?> root)) {
      throw new IllegalArgumentException("expected a codec of these codecs, found " + codec);
    }
    Set<Class<?>> types = new LinkedHashSet<>();
    if (root.value() instanceof WrapperValue wrapper) {
      BeanPlan plan = wrapper.plan();
      plan.own.forEach(property -> property.collectTypes(types));
      generate(plan, CodecCompiler.class, "wrapper element " + codec.name());
    } else {
      root.value().collectTypes(types);
    }
    addAll(types);
  }

  /** Adds classes, and all that they may refer to: those that only {@code xsi:type} names. */
  public void addAll(Collection<Class<?>> types) {
    Deque<Class<?>> open = new ArrayDeque<>(types);
    while (!open.isEmpty()) {
      Class<?> type = open.poll();
      if (!seen.add(type) || type.isEnum()) {
        continue;
      }
      BeanPlan plan = codecs.planOf(type);
      if (plan == null) {
        skipped.put(type.getName(), "it is left to the reference implementation");
        continue;
      }
      if (plan.parent != null) {
        open.add(plan.parent.type);
      }
      Set<Class<?>> referred = new LinkedHashSet<>();
      plan.own.forEach(property -> property.collectTypes(referred));
      open.addAll(referred);
      generate(plan, type, type.getName());
    }
  }

  /**
   * Adds all classes that the codecs know, as a message may name each by {@code xsi:type} or as an
   * element. Leaves them out, with the reason among what is skipped, where one cannot be bound.
   */
  public void addKnown() {
    Set<Class<?>> known;
    try {
      known = codecs.types();
    } catch (BindingException e) {
      skipped.put("a class that only a message can name", String.valueOf(e.getMessage()));
      return;
    }
    addAll(known);
  }

  private void generate(BeanPlan plan, Class<?> host, String name) {
    try {
      CodeLoader.checkHost(host);
      ClassSource source = new ClassSource(plan, host);
      put(host, source.className, source.text());
      if (host != CodecCompiler.class) {
        put(host, BeanLookup.FOOTHOLD, BeanLookup.source(host.getPackageName()));
      }
    } catch (UncompilableException e) {
      skipped.put(name, e.getMessage());
    }
  }

  private void put(Class<?> host, String simpleName, String source) throws UncompilableException {
    String resource = PrecompiledCode.resource(source);
    if (!generated.containsKey(resource)) {
      CompiledUnit unit = CodeLoader.compile(host, source);
      unit.checkCodeLengths();
      String packageName = host.getPackageName();
      String name = packageName.isEmpty() ? simpleName : packageName + "." + simpleName;
      generated.put(resource, new GeneratedCode(name, source, resource, unit.classFile()));
    }
  }

  /** Returns what was generated so far, in the order in which it was found. */
  public List<GeneratedCode> generated() {
    return new ArrayList<>(generated.values());
  }

  /** Returns the classes that were added, and those that they refer to, as they were found. */
  public Set<Class<?>> types() {
    return new LinkedHashSet<>(seen);
  }

  /** Returns what is not compiled, at run time neither, and why. */
  public Map<String, String> skipped() {
    return new LinkedHashMap<>(skipped);
  }
}
