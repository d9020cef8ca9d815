package io.castile.interop.snippets;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.SimpleJavaFileObject;

/**
 * An example as a source that can be compiled: a file of its own if it has a package, else the body
 * of a class. Blocks, which empty lines end, are members of the class if they declare a type or
 * have annotations, else statements of its method.
 */
final class SnippetSource extends SimpleJavaFileObject {
  /** That of a method, of which a page shows the head alone. */
  private static final Pattern OMITTED_BODY = Pattern.compile("(\\)(?: throws \\w+)? )\\{ … \\}");

  private static final Pattern MEMBER =
      Pattern.compile(
          "(@|public |private |final class |class |interface |record ).*", Pattern.DOTALL);

  private static final Pattern ANNOTATION = Pattern.compile("@\\w+(\\(.*\\))?", Pattern.DOTALL);

  private static final Pattern TYPE = Pattern.compile("public .*?class (\\w+)");

  private final Snippet snippet;
  private final String text;

  private SnippetSource(Snippet snippet, String path, String text) {
    super(URI.create("snippet:///" + path + Kind.SOURCE.extension), Kind.SOURCE);
    this.snippet = snippet;
    this.text = text;
  }

  /**
   * @param given what the page takes as known: imports, and members of the class
   */
  static SnippetSource of(Snippet snippet, List<String> given) {
    String code = String.join("\n", snippet.code());
    if (code.startsWith("package ")) {
      Matcher type = TYPE.matcher(code);
      if (!type.find()) {
        throw new IllegalStateException(snippet + ": expected a public class, found none");
      }
      // Examples of several steps may have one name.
      String folder = "p" + snippet.line();
      return new SnippetSource(
          snippet,
          folder + "/" + type.group(1),
          code.replaceFirst("package [^;]+;", "package " + folder + ";"));
    }
    String name = snippet.page().replaceAll("\\W", "_") + "_" + snippet.line();
    List<String> imports = new ArrayList<>();
    List<String> members = new ArrayList<>();
    for (String line : given) {
      (line.startsWith("import ") ? imports : members).add(line);
    }
    List<String> statements = new ArrayList<>();
    for (String block : code.split("\n\n")) {
      String shown =
          OMITTED_BODY
              .matcher(block)
              .replaceAll("$1{ throw new UnsupportedOperationException(); }")
              .replace("{ … }", "{}");
      String bare = shown.replaceAll("(?m)^ *//.*\n", "");
      if (!MEMBER.matcher(bare).matches()) {
        statements.add(statement(bare));
      } else if (ANNOTATION.matcher(bare).matches()) {
        members.add(shown + "\nclass Annotated {}");
      } else {
        members.add(shown);
      }
    }
    return new SnippetSource(
        snippet,
        name,
        String.join("\n", imports)
            + ("\nabstract class " + name + " {\n")
            + String.join("\n", members)
            + "\nvoid shown() throws Exception {\n"
            + String.join("\n", statements)
            + "\n}\n}\n");
  }

  /** A part of a chain of calls is one of a client's builder. */
  private static String statement(String block) {
    String whole =
        block.startsWith(".") ? "io.castile.Castile.client(Runnable.class)\n" + block : block;
    String end = whole.replaceAll("\\s*//[^\n]*\\z", "");
    return end.endsWith(";") || end.endsWith("}") ? whole : whole + ";";
  }

  Snippet snippet() {
    return snippet;
  }

  @Override
  public String getCharContent(boolean ignoreEncodingErrors) {
    return text;
  }

  /** Returns a line, counted from 1. */
  String line(long number) {
    return text.lines().skip(number - 1).findFirst().orElse("").trim();
  }
}
