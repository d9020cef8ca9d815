package io.castile.interop.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Compiles what the README and the pages of {@code docs/} show in Java. */
class SnippetsTest {
  private static final Path ROOT = Path.of("..", "..");

  @Test
  void compile() throws Exception {
    List<SnippetSource> sources = new ArrayList<>();
    for (Path page : pages()) {
      for (Snippet snippet : Snippet.of(page)) {
        sources.add(SnippetSource.of(snippet, given(snippet.page())));
      }
    }

    assertThat(sources).hasSizeGreaterThan(50);
    assertThat(errors(sources)).isEmpty();
  }

  @Test
  void whatDoesNotCompileIsTold() throws Exception {
    Snippet wrong = new Snippet("page.md", 7, List.of("Castile.client(Shop.class).nothing();"));

    assertThat(errors(List.of(SnippetSource.of(wrong, List.of("import io.castile.Castile;")))))
        .hasSize(1)
        .allMatch(error -> error.startsWith("page.md:7: cannot find symbol"));
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.getParent().endsWith("decisions"))
          .sorted()
          .toList();
    }
  }

  /** What all pages take as known, and what this one does. */
  private static List<String> given(String page) throws IOException {
    List<String> lines = new ArrayList<>(resource("all"));
    lines.addAll(resource(page.replace(".md", "")));
    return lines;
  }

  private static List<String> resource(String name) throws IOException {
    try (InputStream in = SnippetsTest.class.getResourceAsStream("/given/" + name + ".txt")) {
      return in == null
          ? List.of()
          : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static List<String> errors(List<SnippetSource> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    Path classes = Files.createDirectories(Path.of("target", "snippets"));
    List<String> options =
        List.of(
            "-proc:none",
            "-Xmaxerrs",
            "1000",
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path"));
    compiler.getTask(new StringWriter(), null, diagnostics, options, null, sources).call();
    return diagnostics.getDiagnostics().stream()
        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
        .map(SnippetsTest::text)
        .toList();
  }

  private static String text(Diagnostic<? extends JavaFileObject> error) {
    String message = error.getMessage(Locale.ROOT);
    return error.getSource() instanceof SnippetSource source
        ? source.snippet() + ": " + message + "\n  " + source.line(error.getLineNumber())
        : message;
  }
}
