package io.castile.generate.build;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.castile.generate.build.ReflectedType.Members;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The metadata for the builder of a native image, as {@code reachability-metadata.json} of GraalVM
 * for JDK 23 and later has it. The text is the same for the same content. Not thread-safe.
 */
final class ReachabilityMetadata {
  private final Map<String, ReflectedType> types = new TreeMap<>();
  private final List<List<String>> proxies = new ArrayList<>();
  private final Set<String> resources = new TreeSet<>();

  /** Adds a class that is looked for by its name, there or not, and members that are used. */
  void addType(String name, Members... members) {
    types.computeIfAbsent(name, any -> new ReflectedType()).add(members);
  }

  /** Adds a proxy of these interfaces, in the order in which it is made of them. */
  void addProxy(List<String> interfaces) {
    if (!proxies.contains(interfaces)) {
      proxies.add(List.copyOf(interfaces));
    }
  }

  /**
   * Adds resources.
   *
   * @param glob a path, in which {@code *} stands for any name in a folder
   */
  void addResources(String glob) {
    resources.add(glob);
  }

  /** Returns the text of the file. */
  String text() {
    StringWriter text = new StringWriter();
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(lines);
    printer.indentArraysWith(lines);
    try (JsonGenerator json = new JsonFactory().createGenerator(text).setPrettyPrinter(printer)) {
      json.writeStartObject();
      json.writeArrayFieldStart("reflection");
      for (Map.Entry<String, ReflectedType> each : types.entrySet()) {
        json.writeStartObject();
        json.writeStringField("type", each.getKey());
        for (Members members : each.getValue().members()) {
          json.writeBooleanField(members.key(), true);
        }
        json.writeEndObject();
      }
      for (List<String> each : proxies) {
        json.writeStartObject();
        json.writeObjectFieldStart("type");
        json.writeArrayFieldStart("proxy");
        for (String name : each) {
          json.writeString(name);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("resources");
      for (String each : resources) {
        json.writeStartObject();
        json.writeStringField("glob", each);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a string can be written to", e);
    }
    return text.append('\n').toString();
  }
}
