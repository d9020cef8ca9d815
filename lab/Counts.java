import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts the house by its sources, without a build: {@code java lab/Counts.java [CHECKOUT]}.
 *
 * <p>Main sources are those in {@code src/main/java} outside of {@code lab} and {@code examples},
 * that is, what {@code mvn verify} compiles. What is exported and what signatures name is counted by
 * {@code ExportedTypesTest}, of classes; this program counts exported types by their source files.
 */
public final class Counts {
  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^(public )?(?:(?:abstract|final|sealed|non-sealed|strictfp) )*"
              + "(?:class|interface|enum|record|@interface) (\\w+)");

  private static final Pattern EXPORT = Pattern.compile("exports\\s+([\\w.]+)\\s*;");
  private static final Pattern WORD = Pattern.compile("\\w+");
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`]+`");
  private static final int CRUMB_LINES = 80;

  /** A source file. */
  private record Source(Path path, String room, String text, int lines) {
    String name() {
      return path.getFileName().toString().replace(".java", "");
    }

    Path folder() {
      return path.getParent();
    }

    boolean isInfo() {
      return name().endsWith("-info");
    }

    /** Whether the type that the file is named for is public. */
    boolean isPublic() {
      return TYPE.matcher(text)
          .results()
          .anyMatch(type -> type.group(2).equals(name()) && type.group(1) != null);
    }
  }

  private final Path root;
  private final List<Source> mains = new ArrayList<>();
  private int testLines;

  private Counts(Path root) throws IOException {
    this.root = root;
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        String path = root.relativize(file).toString().replace('\\', '/');
        boolean isProduct =
            !path.startsWith("examples/")
                && !path.startsWith("lab/")
                && !path.contains("/target/")
                && !path.contains("node_modules");
        if (isProduct && path.contains("src/main/java/")) {
          String text = Files.readString(file);
          String room = path.substring(0, path.indexOf("/src/main/"));
          mains.add(new Source(file, room, text, (int) text.lines().count()));
        } else if (isProduct && path.contains("src/test/java/")) {
          testLines += (int) Files.readString(file).lines().count();
        }
      }
    }
  }

  public static void main(String... arguments) throws IOException {
    new Counts(Path.of(arguments.length == 0 ? "." : arguments[0]).toAbsolutePath().normalize())
        .print();
  }

  private void print() throws IOException {
    List<Source> types = mains.stream().filter(source -> !source.isInfo()).toList();
    long open = types.stream().filter(Source::isPublic).count();
    List<Source> exported = exported(types);
    Set<String> named = words();
    row("main files", mains.size() + "");
    row("main lines", mains.stream().mapToInt(Source::lines).sum() + "");
    row("test lines", testLines + "");
    row("median / 90 % / most lines of a file", sizes(types));
    row("public share", share(open, types.size()));
    row("types exported to all", exported.size() + "");
    row(
        "on no page",
        exported.stream().filter(source -> !named.contains(source.name())).count() + "");
    row("options of a client", options("AbstractClientBuilder", "CallerBuilder", "ClientBuilder"));
    row("options of a server", options("ServerBuilder"));
    row("largest package", largestPackage(types));
    row("package-private types below 80 lines with one using file", crumbs(types) + "");
    row("simple names of two types or more", homonyms(types) + "");
  }

  private static void row(String name, String value) {
    System.out.printf(Locale.ROOT, "| %s | %s |%n", name, value);
  }

  private static String share(long part, long all) {
    return String.format(Locale.ROOT, "%d of %d, %.0f %%", part, all, 100.0 * part / all);
  }

  private static String sizes(List<Source> types) {
    int[] lines = types.stream().mapToInt(Source::lines).sorted().toArray();
    return lines[lines.length / 2]
        + " / "
        + lines[lines.length * 9 / 10]
        + " / "
        + lines[lines.length - 1];
  }

  private List<Source> exported(List<Source> types) {
    Map<String, Set<String>> packages = new HashMap<>();
    for (Source source : mains) {
      if (source.name().equals("module-info")) {
        Set<String> open = packages.computeIfAbsent(source.room(), room -> new HashSet<>());
        EXPORT.matcher(source.text()).results().forEach(found -> open.add(found.group(1)));
      }
    }
    return types.stream()
        .filter(Source::isPublic)
        .filter(
            source ->
                packages.getOrDefault(source.room(), Set.of()).contains(packageOf(source.text())))
        .toList();
  }

  private static String packageOf(String text) {
    Matcher matcher = Pattern.compile("(?m)^package ([\\w.]+);").matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }

  /** The words in code of pages and in examples. */
  private Set<String> words() throws IOException {
    Set<String> words = new HashSet<>();
    List<Path> pages = new ArrayList<>(List.of(root.resolve("README.md")));
    for (String folder : List.of("docs", "examples")) {
      try (Stream<Path> files = Files.walk(root.resolve(folder))) {
        files
            .filter(file -> file.toString().matches(".*\\.(md|java|xml)"))
            .filter(file -> !file.toString().contains("decisions"))
            .forEach(pages::add);
      }
    }
    for (Path page : pages) {
      String text = Files.readString(page);
      Stream<String> code =
          page.toString().endsWith(".md")
              ? CODE.matcher(text).results().map(MatchResult::group)
              : Stream.of(text);
      code.forEach(each -> WORD.matcher(each).results().forEach(word -> words.add(word.group())));
    }
    return words;
  }

  /** The names of public methods that give back the builder. */
  private String options(String... builders) {
    Set<String> names = new TreeSet<>();
    for (String builder : builders) {
      Pattern option =
          Pattern.compile("(?m)^  public (?:final )?(?:B|" + builder + "(?:<[^>]*>)?) (\\w+)\\(");
      mains.stream()
          .filter(source -> source.name().equals(builder))
          .forEach(
              source ->
                  option.matcher(source.text()).results().forEach(one -> names.add(one.group(1))));
    }
    return names.size() + "";
  }

  private String largestPackage(List<Source> types) {
    Map<Path, Integer> sizes = new TreeMap<>();
    types.forEach(source -> sizes.merge(source.folder(), 1, Integer::sum));
    Map.Entry<Path, Integer> largest =
        sizes.entrySet().stream().max(Map.Entry.comparingByValue(Comparator.naturalOrder())).get();
    return largest.getValue() + " (" + packageOfFolder(largest.getKey()) + ")";
  }

  private static String packageOfFolder(Path folder) {
    String path = folder.toString().replace('\\', '/');
    return path.substring(path.indexOf("src/main/java/") + 14).replace('/', '.');
  }

  private static int crumbs(List<Source> types) {
    Map<Path, List<Source>> packages = new HashMap<>();
    types.forEach(
        source -> packages.computeIfAbsent(source.folder(), f -> new ArrayList<>()).add(source));
    int crumbs = 0;
    for (Source source : types) {
      if (source.lines() < CRUMB_LINES && !source.isPublic()) {
        Pattern use = Pattern.compile("\\b" + source.name() + "\\b");
        long users =
            packages.get(source.folder()).stream()
                .filter(other -> other != source && use.matcher(other.text()).find())
                .count();
        crumbs += users == 1 ? 1 : 0;
      }
    }
    return crumbs;
  }

  private static long homonyms(List<Source> types) {
    Map<String, Integer> names = new HashMap<>();
    types.forEach(source -> names.merge(source.name(), 1, Integer::sum));
    return names.values().stream().filter(count -> count > 1).count();
  }
}
