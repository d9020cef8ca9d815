package io.castile.interop;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A comment of a type or member that code of any module can name.
 *
 * @param name the qualified name of the type, with that of the member, or of the package
 * @param firstSentence on one line; empty where there are block tags only
 * @param text the whole comment on one line
 */
record ExportedJavadoc(String name, String firstSentence, String text) {
  private static final Pattern EXPORTS = Pattern.compile("exports ([\\w.]+);");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");

  /** Reads the comments of all packages that modules outside of {@code lab} export to all. */
  static List<ExportedJavadoc> all(Path repository) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path module : modules(repository)) {
      Matcher exports = EXPORTS.matcher(COMMENT.matcher(Files.readString(module)).replaceAll(""));
      while (exports.find()) {
        Path folder = module.resolveSibling(exports.group(1).replace('.', '/'));
        try (Stream<Path> files = Files.list(folder)) {
          files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
        }
      }
    }
    return read(sources);
  }

  private static List<Path> modules(Path repository) throws IOException {
    try (Stream<Path> tree = Files.walk(repository)) {
      return tree.filter(file -> file.endsWith("src/main/java/module-info.java"))
          .filter(file -> !file.toString().matches(".*[/\\\\](lab|examples|target)[/\\\\].*"))
          .sorted()
          .toList();
    }
  }

  static List<ExportedJavadoc> read(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<ExportedJavadoc> found = new ArrayList<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  problem -> {},
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources));
      DocTrees docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new Scanner(docs, found, unit.getPackageName().toString()).scan(unit, false);
      }
    }
    return found;
  }

  /** Collects comments; its argument says whether the members of the type are public anyway. */
  private static final class Scanner extends TreePathScanner<Void, Boolean> {
    private final DocTrees docs;
    private final List<ExportedJavadoc> found;
    private String place;

    Scanner(DocTrees docs, List<ExportedJavadoc> found, String place) {
      this.docs = docs;
      this.found = found;
      this.place = place;
    }

    private void add(String name) {
      DocCommentTree comment = docs.getDocCommentTree(getCurrentPath());
      if (comment != null) {
        String sentence = line(comment.getFirstSentence());
        found.add(new ExportedJavadoc(name, sentence, comment.toString().replaceAll("\\s+", " ")));
      }
    }

    private static String line(List<? extends DocTree> trees) {
      String text = trees.stream().map(DocTree::toString).collect(Collectors.joining());
      return text.replaceAll("\\s+", " ").strip();
    }

    private static boolean isOpen(ModifiersTree modifiers, boolean isPublicAnyway) {
      Set<Modifier> flags = modifiers.getFlags();
      return flags.contains(Modifier.PUBLIC)
          || flags.contains(Modifier.PROTECTED)
          || (isPublicAnyway && !flags.contains(Modifier.PRIVATE));
    }

    @Override
    public Void visitPackage(PackageTree tree, Boolean isPublicAnyway) {
      add(place);
      return null;
    }

    @Override
    public Void visitClass(ClassTree tree, Boolean isPublicAnyway) {
      if (isOpen(tree.getModifiers(), isPublicAnyway)) {
        String outer = place;
        place = outer + "." + tree.getSimpleName();
        add(place);
        boolean isInterface =
            tree.getKind() == Tree.Kind.INTERFACE || tree.getKind() == Tree.Kind.ANNOTATION_TYPE;
        for (Tree member : tree.getMembers()) {
          scan(member, isInterface);
        }
        place = outer;
      }
      return null;
    }

    @Override
    public Void visitMethod(MethodTree tree, Boolean isPublicAnyway) {
      if (isOpen(tree.getModifiers(), isPublicAnyway)) {
        add(place + "." + tree.getName());
      }
      return null;
    }

    @Override
    public Void visitVariable(VariableTree tree, Boolean isPublicAnyway) {
      if (isOpen(tree.getModifiers(), isPublicAnyway)) {
        add(place + "." + tree.getName());
      }
      return null;
    }
  }
}
