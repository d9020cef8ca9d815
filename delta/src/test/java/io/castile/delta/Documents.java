package io.castile.delta;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Documents of all sorts, and others like them. */
public final class Documents {
  private final SplittableRandom random;

  public Documents(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** An element, a text, or anything else that stands in one. */
  public static final class Node {
    String name; // null for what is no element
    String text = "";
    final List<String> attributes = new ArrayList<>(); // name, value, name, value, …
    final List<Node> children = new ArrayList<>();

    Node copy() {
      Node copy = new Node();
      copy.name = name;
      copy.text = text;
      copy.attributes.addAll(attributes);
      children.forEach(child -> copy.children.add(child.copy()));
      return copy;
    }

    void write(StringBuilder out) {
      if (name == null) {
        out.append(text);
        return;
      }
      out.append('<').append(name);
      for (int i = 0; i < attributes.size(); i += 2) {
        String value = attributes.get(i + 1);
        char quote = value.indexOf('"') >= 0 ? '\'' : '"';
        out.append(' ').append(attributes.get(i)).append('=');
        out.append(quote).append(value).append(quote);
      }
      if (children.isEmpty()) {
        out.append("/>");
        return;
      }
      out.append('>');
      children.forEach(child -> child.write(out));
      out.append("</").append(name).append('>');
    }

    @Override
    public String toString() {
      StringBuilder out = new StringBuilder();
      write(out);
      return out.toString();
    }

    public byte[] bytes() {
      return toString().getBytes(StandardCharsets.UTF_8);
    }
  }

  /** A document with lists of items, and whatever else there may be. */
  public Node document() {
    Node root = element("soap:Envelope", text("\n"));
    root.attributes.add("xmlns:soap");
    root.attributes.add("http://schemas.xmlsoap.org/soap/envelope/");
    for (int i = random.nextInt(4); i >= 0; i--) {
      root.children.add(random.nextInt(3) == 0 ? any(3) : list());
    }
    return root;
  }

  private Node list() {
    Node list = element("list");
    int columns = random.nextInt(20);
    int kinds = random.nextInt();
    boolean padded = random.nextInt(4) == 0;
    for (int i = random.nextInt(60); i > 0; i--) {
      Node item = element("item");
      for (int c = 0; c <= columns; c++) {
        if (random.nextInt(40) > 0) {
          item.children.add(element("c" + c, text(value((kinds >>> c) & 7))));
        }
        if (padded) {
          item.children.add(text(" ".repeat(random.nextInt(4))));
        }
      }
      if (random.nextInt(8) == 0) {
        item.attributes.add("id");
        item.attributes.add(value(1));
      }
      list.children.add(item);
    }
    return list;
  }

  private Node any(int depth) {
    Node any = element("e" + random.nextInt(3));
    for (int i = random.nextInt(3); i > 0; i--) {
      any.attributes.add("a" + i);
      any.attributes.add(value(random.nextInt(8)));
    }
    for (int i = random.nextInt(5); i > 0; i--) {
      any.children.add(
          switch (random.nextInt(8)) {
            case 0 -> text("<!-- " + value(7) + " -->");
            case 1 -> text("<![CDATA[ <a> " + value(7) + "]]>");
            case 2 -> text("<?pi " + value(7) + "?>");
            case 3 -> text(value(random.nextInt(8)));
            default -> depth == 0 ? text("x") : any(depth - 1);
          });
    }
    return any;
  }

  String value(int kind) {
    return switch (kind) {
      case 0 -> Integer.toString(random.nextInt(1000) - 100);
      case 1 -> Long.toString(random.nextLong());
      case 2 -> String.format(Locale.ROOT, "%.2f", random.nextDouble() * 100 - 10);
      case 3 -> Double.toString(random.nextDouble() * Math.pow(10, random.nextInt(20) - 10));
      case 4 -> List.of("hold", "buy", "sell", "strong buy", "é€😀").get(random.nextInt(5));
      case 5 ->
          String.format(
              Locale.ROOT,
              "20%02d-%02d-%02dT%02d:%02d:%02d%s",
              random.nextInt(100),
              random.nextInt(13),
              random.nextInt(32),
              random.nextInt(24),
              random.nextInt(60),
              random.nextInt(60),
              List.of("", "Z", ".125", ".5+01:00").get(random.nextInt(4)));
      case 6 -> random.nextBoolean() ? "true" : "false";
      default -> {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
          text.append("abc &amp; 0123.-é'>".charAt(random.nextInt(18)));
        }
        yield text.toString();
      }
    };
  }

  /** A copy in which a few things differ. */
  public Node edited(Node document) {
    Node copy = document.copy();
    int kinds = random.nextInt(1, 8);
    for (int i = random.nextInt(12); i >= 0; i--) {
      edit(copy, random.nextInt(kinds));
    }
    return copy;
  }

  private void edit(Node root, int kind) {
    List<Node> all = new ArrayList<>();
    collect(root, all);
    Node node = all.get(random.nextInt(all.size()));
    List<Node> siblings = node.children;
    int at = siblings.isEmpty() ? 0 : random.nextInt(siblings.size());
    switch (kind) {
      case 0, 1 -> editTexts(all, random.nextInt(20));
      case 2 -> {
        if (!node.attributes.isEmpty()) {
          node.attributes.set(1, value(random.nextInt(8)));
        }
      }
      case 3 -> siblings.add(at, siblings.isEmpty() ? text(value(7)) : siblings.get(at).copy());
      case 4 -> {
        if (!siblings.isEmpty()) {
          siblings.remove(at);
        }
      }
      case 5 -> Collections.rotate(siblings.subList(at, siblings.size()), 1);
      case 6 -> node.attributes.addAll(List.of("n" + random.nextInt(9), value(random.nextInt(8))));
      default -> siblings.add(at, any(2));
    }
  }

  private void editTexts(List<Node> all, int count) {
    for (int i = 0; i <= count; i++) {
      Node node = all.get(random.nextInt(all.size()));
      for (Node child : node.children) {
        if (child.name == null && !child.text.startsWith("<")) {
          child.text = random.nextInt(9) == 0 ? "" : value(random.nextInt(8));
        }
      }
    }
  }

  private static void collect(Node node, List<Node> into) {
    if (node.name != null) {
      into.add(node);
      node.children.forEach(child -> collect(child, into));
    }
  }

  private static Node element(String name, Node... children) {
    Node element = new Node();
    element.name = name;
    element.children.addAll(List.of(children));
    return element;
  }

  private static Node text(String text) {
    Node node = new Node();
    node.text = text;
    return node;
  }
}
