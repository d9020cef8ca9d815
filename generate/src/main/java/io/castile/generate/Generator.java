package io.castile.generate;

import io.castile.generate.bean.BeanException;
import io.castile.generate.bean.BeanGenerator;
import io.castile.generate.bean.BeanOptions;
import io.castile.generate.bean.Beans;
import io.castile.generate.codec.CodecException;
import io.castile.generate.codec.CodecSources;
import io.castile.generate.codec.LoadedClasses;
import io.castile.generate.codec.TemplateSources;
import io.castile.generate.document.PlainSchema;
import io.castile.generate.encoded.EncodedSchemas;
import io.castile.generate.source.Interfaces;
import io.castile.generate.text.JavaNames;
import io.castile.generate.text.JavaText;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.internal.PackedDocuments;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.model.Problem;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/**
 * Makes Java of a description: an interface for each port type, with the annotations of Jakarta XML
 * Web Services; beans for its schemas, exceptions for its faults, a class for each service, and the
 * description itself, beside that class. Immutable and thread-safe.
 *
 * <p>The same description and options give the same files, byte for byte.
 */
public final class Generator {
  private static final Generator DEFAULT = new Generator(null, Map.of(), Set.of(), null, List.of());

  private enum Feature {
    JAVA_TIME,
    DATA_HANDLERS,
    EQUALS,
    COPY,
    SERIALIZABLE,
    OWN_HEADERS,
    CODECS,
    TEMPLATES,
    TRACKED,
    MAIN
  }

  private final @Nullable String allPackage;
  private final Map<String, String> packages;
  private final Set<Feature> features;
  private final @Nullable String called;
  private final List<URI> bindings;

  private Generator(
      @Nullable String allPackage,
      Map<String, String> packages,
      Set<Feature> features,
      @Nullable String called,
      List<URI> bindings) {
    this.allPackage = allPackage;
    this.packages = Map.copyOf(packages);
    this.features = Set.copyOf(features);
    this.called = called;
    this.bindings = List.copyOf(bindings);
  }

  /** Returns a generator with a package for each namespace, and plain beans. */
  public static Generator create() {
    return DEFAULT;
  }

  /**
   * Returns this generator with one package for all classes, but for those of namespaces that have
   * their own.
   *
   * @throws IllegalArgumentException if it is no name of a package
   */
  public Generator withPackage(String name) {
    return new Generator(checked(name), packages, features, called, bindings);
  }

  /**
   * Returns this generator with a package for a namespace.
   *
   * @throws IllegalArgumentException if it is no name of a package
   */
  public Generator withPackage(String namespace, String name) {
    Map<String, String> more = new HashMap<>(packages);
    more.put(Objects.requireNonNull(namespace, "namespace"), checked(name));
    return new Generator(allPackage, more, features, called, bindings);
  }

  /**
   * Returns this generator with a package as a person writes it: {@code PACKAGE} for all classes,
   * {@code NAMESPACE=PACKAGE} for those of a namespace.
   *
   * @throws IllegalArgumentException if it names no package
   */
  public Generator withWrittenPackage(String written) {
    int end = written.lastIndexOf('=');
    return end < 0
        ? withPackage(written)
        : withPackage(written.substring(0, end), written.substring(end + 1));
  }

  private static String checked(String name) {
    if (!SourceVersion.isName(name, SourceVersion.RELEASE_17)) {
      throw new IllegalArgumentException("expected the name of a package, found '" + name + "'");
    }
    if (JavaNames.isOfJava(name)) {
      throw new IllegalArgumentException(
          "Cannot generate classes into package '"
              + name
              + "', because the JVM loads none there. Use another package.");
    }
    return name;
  }

  /**
   * Returns this generator with {@code LocalDate}, {@code LocalTime} and {@code OffsetDateTime} for
   * dates and times.
   *
   * @param enabled false for a generator without it, as by default
   */
  public Generator withJavaTime(boolean enabled) {
    return with(Feature.JAVA_TIME, enabled);
  }

  /**
   * Returns this generator with {@code DataHandler} for binary data whatever its content type is
   * expected to be, in place of {@code java.awt.Image} for images and {@code Source} for XML.
   *
   * @param enabled false for a generator without it, as by default
   */
  public Generator withDataHandlers(boolean enabled) {
    return with(Feature.DATA_HANDLERS, enabled);
  }

  /**
   * Returns this generator with {@code equals}, {@code hashCode} and {@code toString} in beans.
   *
   * @param enabled false for a generator without it, as by default
   */
  public Generator withEquals(boolean enabled) {
    return with(Feature.EQUALS, enabled);
  }

  /**
   * Returns this generator with a method {@code copy} in beans, which copies all that is in one.
   *
   * @param enabled false for a generator without it, as by default
   */
  public Generator withCopy(boolean enabled) {
    return with(Feature.COPY, enabled);
  }

  /**
   * Returns this generator with beans that implement {@link java.io.Serializable}.
   *
   * @param enabled false for a generator without it, as by default
   */
  public Generator withSerializable(boolean enabled) {
    return with(Feature.SERIALIZABLE, enabled);
  }

  /**
   * Returns this generator without parameters for header blocks that only the binding names, and
   * not the messages of the operation.
   *
   * @param enabled false for a generator with these parameters, as by default
   */
  public Generator withOwnHeadersOnly(boolean enabled) {
    return with(Feature.OWN_HEADERS, enabled);
  }

  /**
   * Returns this generator with the codecs of the messages as source, beside the beans: a program
   * that has them compiles nothing at run time. Needs a JDK when it generates.
   *
   * @param enabled false for a generator without it, as by default
   */
  public Generator withCodecs(boolean enabled) {
    return with(Feature.CODECS, enabled);
  }

  /**
   * Returns this generator with a template of Velocity for each literal message, and a class that
   * merges it with a bean. Needs a JDK when it generates.
   *
   * @param enabled false for a generator without it, as by default
   */
  public Generator withTemplates(boolean enabled) {
    return with(Feature.TEMPLATES, enabled);
  }

  /**
   * Returns this generator with beans that report their changes to templates: they are {@code
   * io.castile.template.tracked.TrackedBean}s, where all that is in them reports its changes or
   * cannot change. A bean is then in one place at a time.
   *
   * @param enabled false for a generator without it, as by default
   */
  public Generator withTracked(boolean enabled) {
    return with(Feature.TRACKED, enabled);
  }

  /**
   * Returns this generator with a program that calls the first operation, by Castile.
   *
   * @param enabled false for a generator without it, as by default
   */
  public Generator withMain(boolean enabled) {
    return with(Feature.MAIN, enabled);
  }

  /** Returns this generator with a program that calls an operation, by Castile. */
  public Generator withMain(String operation) {
    Objects.requireNonNull(operation, "operation");
    return new Generator(allPackage, packages, features, operation, bindings).withMain(true);
  }

  /**
   * Returns this generator with a file of customizations for beans (Jakarta XML Binding §7.1),
   * which names schemas by {@code scd}, or by where the description has them. Customizations in the
   * description itself are passed over.
   *
   * @param file read when Java is made of a description
   */
  public Generator withBindings(URI file) {
    List<URI> more = new ArrayList<>(bindings);
    more.add(Objects.requireNonNull(file, "file"));
    return new Generator(allPackage, packages, features, called, more);
  }

  private Generator with(Feature feature, boolean enabled) {
    Set<Feature> more = new LinkedHashSet<>(features);
    if (enabled) {
      more.add(feature);
    } else {
      more.remove(feature);
    }
    return new Generator(allPackage, packages, more, called, bindings);
  }

  /**
   * Makes Java of a description.
   *
   * @throws GenerateException if nothing can be made of it
   */
  public Generated generate(Description description) throws GenerateException {
    String support = support(description);
    EncodedSchemas encoded = EncodedSchemas.of(description);
    Beans beans;
    try {
      beans =
          BeanGenerator.compile(
              encoded.roots(),
              new BeanOptions(
                  allPackage,
                  packages,
                  support,
                  features.contains(Feature.JAVA_TIME),
                  features.contains(Feature.SERIALIZABLE),
                  features.contains(Feature.EQUALS),
                  features.contains(Feature.COPY),
                  features.contains(Feature.TRACKED),
                  features.contains(Feature.DATA_HANDLERS),
                  bindings));
    } catch (BeanException e) {
      throw new GenerateException(String.valueOf(e.getMessage()));
    }
    String stem = stem(description);
    Interfaces interfaces =
        Interfaces.of(
            description,
            beans,
            encoded,
            allPackage,
            packages,
            !features.contains(Feature.OWN_HEADERS),
            stem + ".wsdl");
    if (interfaces.interfaceNames().isEmpty()) {
      throw nothing(description, interfaces);
    }
    List<Problem> problems = new ArrayList<>();
    Descriptions.documents(description)
        .forEach(each -> problems.addAll(PlainSchema.passedOver(each)));
    problems.addAll(encoded.problems());
    problems.addAll(interfaces.problems());
    for (String each : beans.untracked()) {
      problems.add(
          Problem.warning(
              Place.of(description.location()), each, "it, and what holds it, is compared"));
    }
    List<Generated.File> files = new ArrayList<>();
    if (features.contains(Feature.CODECS) || features.contains(Feature.TEMPLATES)) {
      codecs(description, beans, interfaces, files, problems);
    }
    String main = main(interfaces);
    files.addAll(sources(beans.sources(), interfaces.sources()));
    resources(description, interfaces, stem, files);
    files.sort(Comparator.comparing(Generated.File::path));
    return new Generated(
        files,
        interfaces.interfaceNames(),
        interfaces.services().stream().map(Interfaces.ServiceClass::className).toList(),
        main,
        problems);
  }

  /** The codecs and templates of all that there is but the program, which uses other classes. */
  private void codecs(
      Description description,
      Beans beans,
      Interfaces interfaces,
      List<Generated.File> files,
      List<Problem> problems)
      throws GenerateException {
    Map<String, String> sources = new HashMap<>();
    for (Generated.File each : sources(beans.sources(), interfaces.sources())) {
      sources.put(each.path(), each.text());
    }
    LoadedClasses classes;
    try {
      classes = LoadedClasses.of(sources, interfaces.interfaceNames(), beans.concrete());
    } catch (CodecException e) {
      throw new GenerateException(String.valueOf(e.getMessage()));
    }
    Place place = Place.of(description.location());
    if (features.contains(Feature.CODECS)) {
      CodecSources codecs = CodecSources.of(classes);
      files.addAll(sources(codecs.sources()));
      codecs
          .skipped()
          .forEach((name, reason) -> problems.add(without(place, name, "codec", reason)));
    }
    if (features.contains(Feature.TEMPLATES)) {
      TemplateSources templates = TemplateSources.of(classes, support(description));
      files.addAll(sources(templates.sources()));
      templates
          .templates()
          .forEach(
              (path, text) ->
                  files.add(new Generated.File(path, text, Generated.File.Kind.RESOURCE)));
      templates
          .skipped()
          .forEach((name, reason) -> problems.add(without(place, name, "template", reason)));
    }
  }

  private static Problem without(Place place, String name, String what, String reason) {
    return Problem.warning(
        place, name + " has no " + what + ": " + reason, "it is written without one");
  }

  private @Nullable String main(Interfaces interfaces) throws GenerateException {
    if (!features.contains(Feature.MAIN)) {
      return null;
    }
    String main = interfaces.addMain(called);
    if (main == null) {
      throw new GenerateException(
          "expected an operation, one of "
              + String.join(", ", interfaces.operations())
              + ", found '"
              + called
              + "'");
    }
    return main;
  }

  /** Files of Java from all writers, in which no text of a description is code. */
  @SafeVarargs
  private static List<Generated.File> sources(Map<String, String>... all) throws GenerateException {
    List<Generated.File> files = new ArrayList<>();
    for (Map<String, String> sources : all) {
      for (Map.Entry<String, String> each : sources.entrySet()) {
        try {
          String text = JavaText.settled(each.getValue());
          files.add(new Generated.File(each.getKey(), text, Generated.File.Kind.SOURCE));
        } catch (IllegalArgumentException e) {
          throw new GenerateException(each.getKey() + " cannot be Java: " + e.getMessage());
        }
      }
    }
    return files;
  }

  /** The description in the folder of each service; once where several share one. */
  private static void resources(
      Description description, Interfaces interfaces, String stem, List<Generated.File> files) {
    Set<String> folders = new LinkedHashSet<>();
    for (Interfaces.ServiceClass each : interfaces.services()) {
      String path = each.className().replace('.', '/');
      folders.add(path.substring(0, path.lastIndexOf('/') + 1));
    }
    Map<String, String> documents = PackedDocuments.of(description, stem, JavaNames::fileStem);
    for (String folder : folders) {
      documents.forEach(
          (name, text) ->
              files.add(new Generated.File(folder + name, text, Generated.File.Kind.RESOURCE)));
    }
  }

  private String support(Description description) {
    String mapped = packages.get(description.targetNamespace());
    return mapped != null
        ? mapped
        : allPackage != null ? allPackage : JavaNames.packageName(description.targetNamespace());
  }

  private static String stem(Description description) {
    return Descriptions.services(description).isEmpty()
        ? "service"
        : JavaNames.className(Descriptions.services(description).get(0).name().getLocalPart());
  }

  private static GenerateException nothing(Description description, Interfaces interfaces) {
    String why =
        interfaces.problems().isEmpty()
            ? "expected a binding of SOAP with operations, found none"
            : interfaces.problems().get(0).toString();
    return new GenerateException(Place.of(description.location()) + ": " + why);
  }
}
