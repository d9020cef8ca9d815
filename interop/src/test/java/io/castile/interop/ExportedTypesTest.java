package io.castile.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The types that modules export to all: each is named on a page, in the README or in an example,
 * and none has a member whose signature names a type that is not exported.
 *
 * <p>The lists beside this class have the exceptions of today. They may only shrink: an entry that
 * is no exception any more is a failure, too.
 */
final class ExportedTypesTest {
  private static final String ROOT = "io.castile";

  /**
   * How many types are exported to all; four of them are those of {@code io.castile.junit}, which
   * tests of applications name.
   */
  private static final int EXPORTED = 140;

  private static final String MODULE = "src/main/java/module-info.java";

  private static final Pattern WORD = Pattern.compile("\\w+");

  /** Code in a page: fences, and what is in back-ticks. */
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`]+`");

  private static final Set<String> packages = new HashSet<>();
  private static JavaClasses classes;

  @BeforeAll
  static void readModules() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String room : rooms()) {
      Path folder = Corpus.repository().resolve(room).resolve("target/classes");
      Path module = folder.resolve("module-info.class");
      if (Files.exists(Corpus.repository().resolve(room).resolve(MODULE))) {
        assertThat(module).as("the build of this module comes before this test's").exists();
        folders.add(folder);
        try (InputStream in = Files.newInputStream(module)) {
          ModuleDescriptor.read(in).exports().stream()
              .filter(each -> !each.isQualified())
              .forEach(each -> packages.add(each.source()));
        }
      }
    }
    classes = new ClassFileImporter().importPaths(folders);
  }

  /** The rooms outside of {@code lab}. */
  private static List<String> rooms() throws IOException {
    String pom = Files.readString(Corpus.repository().resolve("pom.xml"));
    Matcher modules = Pattern.compile("<module>([^<]+)</module>").matcher(pom);
    return modules
        .results()
        .map(result -> result.group(1))
        .filter(room -> !room.startsWith("lab/"))
        .toList();
  }

  /** Whether code of any module can name a type. */
  private static boolean isExported(JavaClass type) {
    boolean isVisible =
        type.getModifiers().contains(JavaModifier.PUBLIC)
            || (type.isNestedClass() && type.getModifiers().contains(JavaModifier.PROTECTED));
    boolean isReachable = type.getEnclosingClass().map(ExportedTypesTest::isExported).orElse(true);
    return packages.contains(type.getPackageName())
        && isVisible
        && isReachable
        && !type.isAnonymousClass()
        && !type.isLocalClass();
  }

  private static Stream<JavaClass> exported() {
    return classes.stream().filter(ExportedTypesTest::isExported);
  }

  private static TreeSet<String> list(String name) throws IOException {
    try (InputStream in = ExportedTypesTest.class.getResourceAsStream(name)) {
      assertThat(in).as(name).isNotNull();
      return new TreeSet<>(new String(in.readAllBytes(), UTF_8).lines().toList());
    }
  }

  @Test
  void noMoreTypesAreExportedThanBefore() {
    assertThat(exported().filter(JavaClass::isTopLevelClass)).hasSize(EXPORTED);
  }

  @Test
  void eachExportedTypeIsNamedOnAPageOrInAnExample() throws IOException {
    Set<String> words = new HashSet<>();
    for (Path page : pages()) {
      String text = Files.readString(page);
      Stream<String> code =
          page.toString().endsWith(".md")
              ? CODE.matcher(text).results().map(MatchResult::group)
              : Stream.of(text);
      code.forEach(each -> WORD.matcher(each).results().forEach(word -> words.add(word.group())));
    }
    TreeSet<String> unnamed = new TreeSet<>();
    exported()
        .filter(JavaClass::isTopLevelClass)
        .filter(type -> !words.contains(type.getSimpleName()))
        .forEach(type -> unnamed.add(type.getName()));

    assertThat(words).contains("Castile");
    assertThat(unnamed).isEqualTo(list("exported-types-on-no-page.txt"));
  }

  private static List<Path> pages() throws IOException {
    Path root = Corpus.repository();
    List<Path> pages = new ArrayList<>(List.of(root.resolve("README.md")));
    for (String folder : List.of("docs", "examples")) {
      try (Stream<Path> tree = Files.walk(root.resolve(folder))) {
        tree.filter(path -> !path.toString().matches(".*/(decisions|target)/.*"))
            .filter(path -> path.toString().matches(".*\\.(md|java|xml|kt|yaml)"))
            .forEach(pages::add);
      }
    }
    return pages;
  }

  @Test
  void noExportedSignatureNamesATypeThatIsNotExported() throws IOException {
    TreeSet<String> leaks = new TreeSet<>();
    exported()
        .forEach(
            type -> {
              inHead(type).forEach(named -> leaks.add(leak(type.getFullName(), named)));
              withHiddenParents(type)
                  .flatMap(each -> each.getMembers().stream())
                  .filter(ExportedTypesTest::isVisible)
                  .forEach(
                      member ->
                          named(member)
                              .filter(ExportedTypesTest::isHidden)
                              .forEach(named -> leaks.add(leak(member.getFullName(), named))));
            });

    assertThat(leaks).isEqualTo(list("signatures-with-unexported-types.txt"));
  }

  private static String leak(String user, JavaClass named) {
    return user + " names " + named.getName();
  }

  private static boolean isHidden(JavaClass type) {
    return type.getPackageName().startsWith(ROOT) && !isExported(type);
  }

  /**
   * The types of other packages that are not exported, and that the head of a type names: what it
   * extends and implements, and the bounds of its type parameters.
   */
  private static Stream<JavaClass> inHead(JavaClass type) {
    return Stream.of(
            type.getSuperclass().stream(),
            type.getInterfaces().stream(),
            type.getTypeParameters().stream().flatMap(each -> each.getUpperBounds().stream()))
        .flatMap(each -> each)
        .flatMap(each -> each.getAllInvolvedRawTypes().stream())
        .map(JavaClass::getBaseComponentType)
        .filter(ExportedTypesTest::isHidden)
        .filter(each -> !each.getPackageName().equals(type.getPackageName()));
  }

  /** The type, and the types that are not public whose public members it has by inheritance. */
  private static Stream<JavaClass> withHiddenParents(JavaClass type) {
    return Stream.concat(
        Stream.of(type),
        type.getAllRawSuperclasses().stream()
            .filter(ExportedTypesTest::isHidden)
            .filter(each -> each.getPackageName().equals(type.getPackageName())));
  }

  private static boolean isVisible(JavaMember member) {
    Set<JavaModifier> modifiers = member.getModifiers();
    boolean isOpen =
        modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    return isOpen && !modifiers.contains(JavaModifier.SYNTHETIC);
  }

  /** All types that the signature of a member has, those of its exceptions and type arguments. */
  private static Stream<JavaClass> named(JavaMember member) {
    Stream<JavaClass> all =
        member instanceof JavaField field
            ? field.getAllInvolvedRawTypes().stream()
            : Stream.concat(
                member.getAllInvolvedRawTypes().stream(),
                ((JavaCodeUnit) member)
                    .getThrowsClause().getTypes().stream().map(type -> type.toErasure()));
    return all.map(JavaClass::getBaseComponentType);
  }
}
