package io.castile.generate.codec;

import io.castile.codec.BindingException;
import io.castile.codec.compile.CodeGenerator;
import io.castile.codec.compile.GeneratedCode;
import io.castile.soap.model.internal.ServiceModel;
import java.util.Map;
import java.util.TreeMap;

/** The codecs of the messages of generated interfaces: the source that a client would compile. */
public final class CodecSources {
  private final LoadedClasses classes;
  private final Map<String, String> sources = new TreeMap<>();
  private final Map<String, String> skipped = new TreeMap<>();

  private CodecSources(LoadedClasses classes) {
    this.classes = classes;
    skipped.putAll(classes.skipped());
  }

  /** Makes codecs of all messages, and of all beans, which {@code xsi:type} may name. */
  public static CodecSources of(LoadedClasses classes) {
    CodecSources made = new CodecSources(classes);
    classes.services().forEach(made::add);
    made.dropRefused();
    return made;
  }

  private void add(String name, ServiceModel service) {
    CodeGenerator generator;
    try {
      generator = service.generateCode();
      generator.addAll(classes.beans());
    } catch (BindingException e) {
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
  private void dropRefused() {
    classes
        .compile(sources)
        .forEach(
            (path, reason) -> {
              sources.remove(path);
              skipped.put(path, reason);
            });
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
