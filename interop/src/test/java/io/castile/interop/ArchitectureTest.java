package io.castile.interop;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The floors of the house: a room, which is a Maven module with a package of its name, uses rooms
 * on lower floors only; the rooms on the top floor may use each other.
 */
final class ArchitectureTest {
  private static final String ROOT = "io.castile";
  private static final int TOP = 7;

  /**
   * The files of a package; {@link SmallTypesTest} holds small types to the files of their users.
   */
  private static final int MAX_FILES = 60;

  /** Every room there may be, and its floor. */
  private static final Map<String, Integer> FLOORS =
      Map.ofEntries(
          Map.entry("xml", 1),
          Map.entry("codec", 2),
          Map.entry("template", 3),
          Map.entry("soap", 3),
          Map.entry("soap/fixtures", 3),
          Map.entry("cache", 4),
          Map.entry("delta", 4),
          Map.entry("delta/fixtures", 4),
          Map.entry("lab/papers", 5),
          Map.entry("engine", 5),
          Map.entry("engine/fixtures", 5),
          Map.entry("wsdl", 5),
          Map.entry("wsdl/fixtures", 5),
          Map.entry("dynamic", 6),
          Map.entry("bridge", 6),
          Map.entry("generate", 6),
          Map.entry("integrations/axis2", 6),
          Map.entry("integrations/cxf", 6),
          Map.entry("integrations/jaxws", 6),
          Map.entry("integrations/jetty", 6),
          Map.entry("integrations/servlet", 6),
          Map.entry("integrations/spring", TOP),
          Map.entry("integrations/redis", 6),
          Map.entry("integrations/wss4j", 6),
          Map.entry("integrations/maven", TOP),
          Map.entry("integrations/micrometer", 6),
          Map.entry("integrations/opentelemetry", 6),
          Map.entry("integrations/mcp", TOP),
          Map.entry("integrations/junit", TOP),
          Map.entry("integrations/tracing", TOP),
          Map.entry("gateway", TOP),
          Map.entry("bom", TOP),
          Map.entry("cli", TOP),
          Map.entry("demo", TOP),
          Map.entry("dist", TOP),
          Map.entry("lab/bench", TOP),
          Map.entry("interop", TOP),
          Map.entry("interop/axis1", TOP),
          Map.entry("interop/axis2", TOP),
          Map.entry("interop/snippets", TOP),
          Map.entry("interop/spring4", TOP));

  private static List<String> rooms;
  private static JavaClasses classes;

  @BeforeAll
  static void importClasses() throws IOException {
    rooms = modules();
    List<Path> folders = new ArrayList<>();
    for (String room : rooms) {
      Path folder = Corpus.repository().resolve(room).resolve("target/classes");
      boolean isOfLab =
          room.startsWith("lab/"); // which has a test of its own, as it is built later
      if (Files.isDirectory(folder) && !room.endsWith("/fixtures") && !isOfLab) {
        folders.add(folder);
      }
    }
    classes = new ClassFileImporter().importPaths(folders);
  }

  @Test
  void everyModuleIsARoomWithAFloor() {
    assertThat(rooms).isNotEmpty();
    assertThat(FLOORS.keySet()).containsAll(rooms);
  }

  @Test
  void everyFolderWithAPomIsAModule() throws IOException {
    try (Stream<Path> tree = Files.walk(Corpus.repository(), 3)) {
      List<String> folders =
          tree.filter(path -> path.endsWith("pom.xml"))
              .map(path -> Corpus.repository().relativize(path.getParent()).toString())
              .map(folder -> folder.replace('\\', '/'))
              .filter(folder -> !folder.isEmpty() && !folder.contains("target"))
              .filter(folder -> !folder.startsWith("examples"))
              .toList();
      assertThat(folders).containsExactlyInAnyOrderElementsOf(rooms);
    }
  }

  @Test
  void aRoomUsesLowerFloorsOnly() {
    TreeSet<String> wrong = new TreeSet<>();
    for (JavaClass user : classes) {
      for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
        JavaClass used = dependency.getTargetClass().getBaseComponentType();
        if (used.getPackageName().startsWith(ROOT) && !mayUse(room(user), room(used))) {
          wrong.add(room(user) + " must not use " + room(used) + ": " + dependency);
        }
      }
    }

    assertThat(classes).isNotEmpty();
    assertThat(wrong).isEmpty();
  }

  @Test
  void jettyIsKnownInItsRoomOnly() throws IOException {
    TreeSet<String> users = new TreeSet<>();
    for (JavaClass user : classes) {
      for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
        if (dependency.getTargetClass().getPackageName().startsWith("org.eclipse.jetty")) {
          users.add(room(user));
        }
      }
    }
    users.removeIf(room -> FLOORS.get(room) == TOP);

    assertThat(users).containsExactly("integrations/jetty");
    for (String room : List.of("soap", "engine", "integrations/cxf", "integrations/servlet")) {
      assertThat(Files.readString(Corpus.repository().resolve(room).resolve("pom.xml")))
          .as("the build of %s holds that it does not bring Jetty", room)
          .contains("maven-enforcer-plugin");
    }
  }

  @Test
  void packagesAreFreeOfCycles() {
    slices().assignedFrom(new Packages()).should().beFreeOfCycles().check(classes);
  }

  /** Packages; one of applications is a unit with its {@code internal} half behind the wall. */
  private static final class Packages implements SliceAssignment {
    private static final String HALF = ".internal";

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String name = type.getPackageName();
      if (!name.startsWith(ROOT)) {
        return SliceIdentifier.ignore();
      }
      return SliceIdentifier.of(
          name.endsWith(HALF) ? name.substring(0, name.length() - HALF.length()) : name);
    }

    @Override
    public String getDescription() {
      return "packages with their internal halves";
    }
  }

  @Test
  void noPackageHasMoreFilesThanCanBeLookedOver() throws IOException {
    Map<String, Long> sizes = new java.util.TreeMap<>();
    for (String room : rooms) {
      Path sources = Corpus.repository().resolve(room).resolve("src/main/java");
      if (Files.isDirectory(sources)) {
        try (Stream<Path> tree = Files.walk(sources)) {
          tree.filter(path -> path.toString().endsWith(".java"))
              .forEach(
                  path ->
                      sizes.merge(sources.relativize(path.getParent()).toString(), 1L, Long::sum));
        }
      }
    }

    assertThat(sizes).isNotEmpty();
    assertThat(sizes)
        .allSatisfy((folder, files) -> assertThat(files).isLessThanOrEqualTo(MAX_FILES));
  }

  @Test
  void theDocumentedListOfRoomsIsNotStale() throws IOException {
    Path page = Corpus.repository().resolve("docs/internals/architecture.md");
    assumeTrue(Files.exists(page), "no docs/internals/architecture.md yet");
    Matcher rows =
        Pattern.compile("^\\| *(\\d+) *\\|([^|]*)\\|", Pattern.MULTILINE)
            .matcher(Files.readString(page));
    Map<String, Integer> documented = new java.util.TreeMap<>();
    while (rows.find()) {
      Matcher names = Pattern.compile("`([a-z0-9/]+)`").matcher(rows.group(2));
      while (names.find()) {
        documented.put(names.group(1), Integer.valueOf(rows.group(1)));
      }
    }

    assertThat(documented.keySet()).containsAll(rooms);
    assertThat(FLOORS).containsAllEntriesOf(documented);
  }

  private static boolean mayUse(String user, String used) {
    return user.equals(used)
        || FLOORS.get(user) > FLOORS.get(used)
        || (FLOORS.get(user) == TOP && FLOORS.get(used) == TOP);
  }

  /** The room of a class by its package; the front door has the root package. */
  private static String room(JavaClass type) {
    String name = type.getPackageName();
    if (name.equals(ROOT) || name.equals(ROOT + ".internal")) {
      return "engine";
    }
    String first = name.substring(ROOT.length() + 1).split("\\.", -1)[0];
    List<String> places =
        Stream.of("", "integrations/", "lab/")
            .map(place -> place + first)
            .filter(FLOORS::containsKey)
            .toList();
    assertThat(places).as("the room of package " + name).hasSize(1);
    return places.get(0);
  }

  private static List<String> modules() throws IOException {
    String pom = Files.readString(Corpus.repository().resolve("pom.xml"));
    Matcher modules = Pattern.compile("<module>([^<]+)</module>").matcher(pom);
    return modules.results().map(result -> result.group(1)).toList();
  }
}
