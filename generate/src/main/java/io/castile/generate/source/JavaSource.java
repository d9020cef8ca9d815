package io.castile.generate.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The source of one class while it is written: collects what it imports. */
final class JavaSource {
  private static final int WIDTH = 100;
  private static final Pattern NAME =
      Pattern.compile("[\\p{javaJavaIdentifierStart}][\\p{javaJavaIdentifierPart}.]*");

  private static final Pattern TAG = Pattern.compile("@(param|throws|return) \\S+ ");

  private final String packageName;
  private final String className;
  private final Set<String> known;
  private final Map<String, String> simple = new HashMap<>(); // full names by simple ones
  private final TreeSet<String> imports = new TreeSet<>();
  private final StringBuilder body = new StringBuilder();

  /**
   * @param known full names of all classes that are generated
   */
  JavaSource(String packageName, String className, Set<String> known) {
    this.packageName = packageName;
    this.className = className;
    this.known = known;
    simple.put(className, qualified(packageName, className));
  }

  static String qualified(String packageName, String className) {
    return packageName.isEmpty() ? className : packageName + "." + className;
  }

  /** Returns a type as it is written here, given by full names, with arguments. */
  String type(String full) {
    Matcher names = NAME.matcher(full);
    StringBuilder text = new StringBuilder();
    while (names.find()) {
      names.appendReplacement(text, Matcher.quoteReplacement(name(names.group())));
    }
    names.appendTail(text);
    return text.toString();
  }

  private String name(String full) {
    if (full.endsWith(".class")) {
      return name(full.substring(0, full.length() - ".class".length())) + ".class";
    }
    int end = full.length();
    for (int dot = full.indexOf('.'); dot >= 0; dot = full.indexOf('.', dot + 1)) {
      if (known.contains(full.substring(0, dot))) {
        end = dot;
        break;
      }
    }
    String outer = full.substring(0, end);
    int dot = outer.lastIndexOf('.');
    if (dot < 0) {
      return full; // a primitive type, a variable, or a class without package
    }
    String folder = outer.substring(0, dot);
    String name = outer.substring(dot + 1);
    if (simple.containsKey(name)) {
      return simple.get(name).equals(outer) ? full.substring(dot + 1) : full;
    }
    boolean isHere = folder.equals(packageName);
    boolean isShadowed = !isHere && known.contains(qualified(packageName, name));
    if (isShadowed && folder.equals("java.lang")) {
      return full;
    }
    simple.put(name, outer);
    if (!isHere && !folder.equals("java.lang")) {
      imports.add(outer);
    }
    return full.substring(dot + 1);
  }

  JavaSource line(String text) {
    if (!text.isEmpty()) {
      body.append(text);
    }
    body.append('\n');
    return this;
  }

  /** Writes a comment of documentation; nothing for an empty one. */
  JavaSource javadoc(String indent, List<String> paragraphs) {
    List<String> lines = new ArrayList<>();
    for (String each : paragraphs) {
      String escaped = escaped(each);
      if (!escaped.isBlank()) {
        boolean isTag = escaped.startsWith("@");
        boolean followsTag = !lines.isEmpty() && lines.get(lines.size() - 1).startsWith("@");
        if (!lines.isEmpty() && !(isTag && followsTag)) {
          lines.add("");
        }
        String text = lines.isEmpty() || isTag ? escaped : "<p>" + escaped;
        lines.addAll(wrapped(text, WIDTH - indent.length() - 3));
      }
    }
    if (lines.isEmpty()) {
      return this;
    }
    if (lines.size() == 1 && indent.length() + lines.get(0).length() + 7 <= WIDTH) {
      return line(indent + "/** " + lines.get(0) + " */");
    }
    line(indent + "/**");
    lines.forEach(each -> line((indent + " * " + each).stripTrailing()));
    return line(indent + " */");
  }

  /** Text of an author as that of a comment. What we write ourselves begins with an at sign. */
  private static String escaped(String text) {
    String whole =
        text.strip()
            .replaceAll("\\s+", " ")
            .replace("&", "&amp;")
            .replace("<", "&lt;")
            .replace(">", "&gt;")
            .replace("*/", "*&#47;")
            .replace("\\u", "&#92;u");
    Matcher tag = TAG.matcher(whole);
    String head = tag.lookingAt() ? tag.group() : "";
    return head + whole.substring(head.length()).replace("@", "&#64;").replace("{", "&#123;");
  }

  private static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** Writes an annotation in one line, or one value a line. */
  JavaSource annotate(String indent, Annotation annotation) {
    String one = indent + annotation(annotation);
    if (one.length() <= WIDTH || annotation.values().isEmpty()) {
      return line(one);
    }
    line(indent + "@" + type(annotation.type()) + "(");
    List<String> values = values(annotation);
    for (int i = 0; i < values.size(); i++) {
      line(indent + "    " + values.get(i) + (i + 1 < values.size() ? "," : ")"));
    }
    return this;
  }

  /** Returns an annotation in one line. */
  String annotation(Annotation annotation) {
    String name = "@" + type(annotation.type());
    return annotation.values().isEmpty()
        ? name
        : name + "(" + String.join(", ", values(annotation)) + ")";
  }

  private List<String> values(Annotation annotation) {
    Map<String, String> values = new LinkedHashMap<>(annotation.values());
    if (values.keySet().equals(Set.of("value"))) {
      return List.of(expression(String.valueOf(values.get("value"))));
    }
    return values.entrySet().stream()
        .map(each -> each.getKey() + " = " + expression(each.getValue()))
        .toList();
  }

  /** An expression in which full names stand between backquotes. */
  String expression(String text) {
    Matcher names = Pattern.compile("`([^`]*)`").matcher(text);
    return names.replaceAll(found -> Matcher.quoteReplacement(type(found.group(1))));
  }

  /** Writes a list in parentheses behind a beginning: in one line, or one item a line. */
  JavaSource list(String indent, String before, List<String> items, String after) {
    String one = indent + before + "(" + String.join(", ", items) + ")" + after;
    if (one.length() <= WIDTH || items.isEmpty()) {
      return line(one);
    }
    line(indent + before + "(");
    for (int i = 0; i < items.size(); i++) {
      line(indent + "    " + items.get(i) + (i + 1 < items.size() ? "," : ")" + after));
    }
    return this;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (!packageName.isEmpty()) {
      text.append("package ").append(packageName).append(";\n\n");
    }
    for (String each : imports) {
      text.append("import ").append(each).append(";\n");
    }
    if (!imports.isEmpty()) {
      text.append('\n');
    }
    return text.append(body).toString();
  }

  /** Returns the full name of the class. */
  String fullName() {
    return qualified(packageName, className);
  }

  /** Returns the path of the file, with a slash between folders. */
  String path() {
    return fullName().replace('.', '/') + ".java";
  }
}
