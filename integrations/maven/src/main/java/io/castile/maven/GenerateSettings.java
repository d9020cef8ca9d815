package io.castile.maven;

import io.castile.generate.Generator;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How Java is made of a WSDL. Its text names all that it says, the same for the same.
 *
 * @param location of the WSDL as the configuration has it; empty where it is of none
 * @param packages each {@code PACKAGE} or {@code NAMESPACE=PACKAGE}
 * @param bindings files of customizations, absolute
 * @param hasJavaTime whether dates and times are those of {@code java.time}
 * @param hasDataHandlers whether binary data is a {@code DataHandler}, whatever it is expected to
 *     be
 * @param hasEquals whether beans have {@code equals}, {@code hashCode} and {@code toString}
 * @param hasCopy whether they have {@code copy}
 * @param isSerializable whether they implement {@link java.io.Serializable}
 * @param hasCodecs whether their codecs are written as Java
 * @param style how codecs write, {@code java} or {@code template}
 * @param isTracked whether they tell templates what has changed
 * @param hasOwnHeadersOnly whether headers that only the binding names are no parameters
 * @param serverId the server of the user's settings for the WSDL; null for that of the goal
 */
record GenerateSettings(
    String location,
    List<String> packages,
    List<URI> bindings,
    boolean hasJavaTime,
    boolean hasDataHandlers,
    boolean hasEquals,
    boolean hasCopy,
    boolean isSerializable,
    boolean hasCodecs,
    String style,
    boolean isTracked,
    boolean hasOwnHeadersOnly,
    @Nullable String serverId) {
  GenerateSettings {
    packages = List.copyOf(packages);
    bindings = List.copyOf(bindings);
    if (!style.equals("java") && !style.equals("template")) {
      throw new IllegalArgumentException("expected style java or template, found '" + style + "'");
    }
  }

  /**
   * Returns a generator that does as these say.
   *
   * @throws IllegalArgumentException if a package is none
   */
  Generator generator() {
    Generator generator = Generator.create();
    for (String each : packages) {
      generator = generator.withWrittenPackage(each.strip());
    }
    for (URI each : bindings) {
      generator = generator.withBindings(each);
    }
    generator = generator.withJavaTime(hasJavaTime);
    generator = generator.withDataHandlers(hasDataHandlers);
    generator = generator.withEquals(hasEquals);
    generator = generator.withCopy(hasCopy);
    generator = generator.withSerializable(isSerializable);
    if (hasCodecs) {
      generator =
          style.equals("template") ? generator.withTemplates(true) : generator.withCodecs(true);
    }
    generator = generator.withTracked(isTracked);
    return generator.withOwnHeadersOnly(hasOwnHeadersOnly);
  }
}
