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

  /** The most types that may be exported to all. */
  private static final int MOST_EXPORTED = 376;

  private static final Pattern WORD = Pattern.compile("\\w+");

  private static final Set<String> packages = new HashSet<>();
  private static JavaClasses classes;

  @BeforeAll
  static void readModules() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String room : rooms()) {
      Path folder = Corpus.repository().resolve(room).resolve("target/classes");
      Path module = folder.resolve("module-info.class");
      if (Files.exists(module)) {
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

  private static List<String> rooms() throws IOException {
    String pom = Files.readString(Corpus.repository().resolve("pom.xml"));
    Matcher modules = Pattern.compile("<module>([^<]+)</module>").matcher(pom);
    return modules.results().map(result -> result.group(1)).toList();
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
  void noMoreTypesAreExportedThanThereMayBe() {
    assertThat(exported().filter(JavaClass::isTopLevelClass)).hasSizeBetween(1, MOST_EXPORTED);
  }

  @Test
  void eachExportedTypeIsNamedOnAPageOrInAnExample() throws IOException {
    Set<String> words = new HashSet<>();
    for (Path page : pages()) {
      WORD.matcher(Files.readString(page)).results().forEach(word -> words.add(word.group()));
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
        tree.filter(path -> !path.toString().contains("decisions"))
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
        .flatMap(type -> type.getMembers().stream())
        .filter(ExportedTypesTest::isVisible)
        .forEach(
            member ->
                named(member)
                    .filter(type -> type.getPackageName().startsWith(ROOT))
                    .filter(type -> !isExported(type))
                    .forEach(type -> leaks.add(member.getFullName() + " names " + type.getName())));

    assertThat(leaks).isEqualTo(list("signatures-with-unexported-types.txt"));
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
