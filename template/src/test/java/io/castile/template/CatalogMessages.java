package io.castile.template;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random messages with a {@link Catalog}, each made of the one before by a few edits: values,
 * lengths, nulls, items that come, go and move, types, prefixes, comments, CDATA, white space.
 */
public final class CatalogMessages {
  private static final String[] WORDS = {
    "", "a", "tea", "Müsli", "x &lt; y", "&#65;", " two  words ", "long ".repeat(20), "\u20ac"
  };

  private final Random random;
  private Node root;
  private String prefix = "c";
  private String kinds = "urn:one";

  public CatalogMessages(long seed) {
    this.random = new Random(seed);
    this.root = catalog(0);
  }

  /** An element; its content is markup where it is simple. */
  private static final class Node {
    final String name;
    final Map<String, String> attributes = new TreeMap<>();
    final List<Node> children = new ArrayList<>();
    String text; // null for an element with children
    String before = ""; // white space and comments

    Node(String name) {
      this.name = name;
    }

    Node deepCopy() {
      Node copy = new Node(name);
      copy.attributes.putAll(attributes);
      children.forEach(child -> copy.children.add(child.deepCopy()));
      copy.text = text;
      copy.before = before;
      return copy;
    }
  }

  // ---- making ----

  private Node catalog(int depth) {
    Node node = new Node(depth == 0 ? "C:catalog" : "inner");
    node.attributes.put("id", word());
    add(node, simple("title", word()));
    repeat(node, random.nextInt(8), () -> item("C:item", 0));
    repeat(node, random.nextInt(8), () -> simple("price", number()));
    repeat(node, random.nextInt(30), () -> simple("reading", number()));
    repeat(node, random.nextInt(12), () -> simple("count", "" + random.nextInt(1000)));
    repeat(node, random.nextInt(3), () -> simple("flag", "true"));
    repeat(node, random.nextInt(3), () -> item("spare", 1));
    if (random.nextBoolean()) {
      Node notes = new Node("notes");
      repeat(notes, random.nextInt(6), () -> simple("note", word()));
      add(node, notes);
    }
    if (random.nextBoolean()) {
      add(node, item("main", 0));
    }
    repeat(node, random.nextInt(6), this::choice);
    add(node, stock());
    add(node, anything());
    add(node, simple("due", "2026-11-" + (10 + random.nextInt(20))));
    add(node, simple("data", "QUJD"));
    add(node, simple("sent", "2026-11-21T12:00:0" + random.nextInt(10) + "Z"));
    if (random.nextBoolean()) {
      add(node, letter());
      add(node, crate());
    }
    if (depth == 0 && random.nextInt(3) == 0) {
      add(node, catalog(1));
    }
    return node;
  }

  private Node item(String name, int depth) {
    Node node = new Node(name);
    node.attributes.put("version", "" + random.nextInt(100));
    add(node, simple("name", word()));
    if (random.nextBoolean()) {
      add(node, simple("weight", number()));
    }
    if (random.nextBoolean()) {
      add(node, simple("kind", "k:" + (random.nextBoolean() ? "dry" : "wet")));
    }
    repeat(node, random.nextInt(4), () -> simple("tag", word()));
    repeat(node, random.nextInt(8), () -> simple("mark", "" + random.nextLong()));
    if (depth < 2 && random.nextInt(3) == 0) {
      add(node, item("part", depth + 1));
    }
    if (random.nextBoolean()) {
      Node cost = simple("cost", number());
      cost.attributes.put("currency", random.nextBoolean() ? "EUR" : "CHF");
      add(node, cost);
    }
    if (random.nextInt(4) == 0) {
      node.attributes.put("xsi:type", "C:special");
      add(node, simple("care", word()));
      if (depth < 2) {
        repeat(node, random.nextInt(3), () -> item("item", depth + 1));
      }
    }
    return node;
  }

  private Node choice() {
    return switch (random.nextInt(3)) {
      case 0 -> simple("text", word());
      case 1 -> simple("number", "" + random.nextInt(100));
      default -> item("thing", 2);
    };
  }

  private Node stock() {
    Node stock = new Node("stock");
    repeat(
        stock,
        random.nextInt(4),
        () -> {
          Node entry = new Node("entry");
          add(entry, simple("key", "k" + random.nextInt(5)));
          add(entry, item("value", 2));
          return entry;
        });
    return stock;
  }

  private Node anything() {
    if (random.nextBoolean()) {
      Node typed = item("anything", 1);
      typed.attributes.put("xsi:type", "C:item");
      return typed;
    }
    Node free = new Node("anything");
    add(free, simple("k:free", word()));
    return free;
  }

  private Node letter() {
    Node letter = new Node("letter");
    add(letter, simple("bold", word()));
    add(letter, simple("k:sign", word()));
    return letter;
  }

  private Node crate() {
    Node crate = new Node("crate");
    repeat(crate, random.nextInt(3), () -> item("C:item", 2));
    add(crate, simple("label", word()));
    repeat(crate, random.nextInt(10), () -> simple("size", number()));
    return crate;
  }

  private Node simple(String name, String text) {
    Node node = new Node(name);
    node.text = text;
    return node;
  }

  private void add(Node parent, Node child) {
    parent.children.add(child);
  }

  private void repeat(Node parent, int times, java.util.function.Supplier<Node> each) {
    for (int i = 0; i < times; i++) {
      add(parent, each.get());
    }
  }

  private String word() {
    return WORDS[random.nextInt(WORDS.length)];
  }

  private String number() {
    return switch (random.nextInt(3)) {
      case 0 -> "" + random.nextInt(10);
      case 1 -> "" + random.nextDouble();
      default -> " -1.50 ";
    };
  }

  // ---- editing ----

  /** The next message. */
  public byte[] next() {
    int edits = new int[] {0, 0, 1, 1, 2, 5, 20}[random.nextInt(7)];
    for (int i = 0; i < edits; i++) {
      edit();
    }
    if (random.nextInt(15) == 0) {
      prefix = random.nextBoolean() ? "c" : "cat";
    }
    if (random.nextInt(15) == 0) {
      kinds = random.nextBoolean() ? "urn:one" : "urn:two"; // the same bytes mean another name
    }
    return render().getBytes(StandardCharsets.UTF_8);
  }

  private void edit() {
    List<Node> all = new ArrayList<>();
    collect(root, all);
    Node node = all.get(random.nextInt(all.size()));
    List<Node> siblings = node.children;
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> change(node);
      case 4 -> remove(siblings);
      case 5 -> insertCopy(siblings);
      case 6 -> move(siblings);
      case 7 -> node.before = decoration();
      case 8 -> retype(node);
      case 9 -> root.attributes.put("id", word());
      case 10 -> removeBlock(siblings);
      default -> {
        if (!siblings.isEmpty()) {
          Node child = siblings.get(random.nextInt(siblings.size()));
          siblings.add(
              random.nextInt(siblings.size()),
              child.name.contains("item") ? item(child.name, 1) : child.deepCopy());
        }
      }
    }
  }

  private void collect(Node node, List<Node> into) {
    into.add(node);
    node.children.forEach(child -> collect(child, into));
  }

  private void change(Node node) {
    if (node.text == null) {
      node.attributes.computeIfPresent("version", (name, old) -> "" + random.nextInt(10));
      return;
    }
    node.text =
        switch (node.name) {
          case "price", "reading", "weight", "cost", "size" -> number();
          case "count", "mark", "number" -> "" + random.nextInt(100000);
          case "flag" -> random.nextBoolean() ? "1" : "false";
          case "kind" -> random.nextBoolean() ? "k:dry" : "other";
          case "due" -> "2027-01-1" + random.nextInt(10);
          case "data" -> random.nextBoolean() ? "QUI=" : "QUJD";
          case "sent" -> "2026-11-21T12:00:0" + random.nextInt(10) + "Z";
          default -> random.nextInt(4) == 0 ? "<![CDATA[<" + random.nextInt() + ">]]>" : word();
        };
  }

  private void remove(List<Node> siblings) {
    if (!siblings.isEmpty()) {
      siblings.remove(random.nextInt(siblings.size()));
    }
  }

  private void removeBlock(List<Node> siblings) {
    if (siblings.size() > 2) {
      int from = random.nextInt(siblings.size());
      siblings.subList(from, Math.min(siblings.size(), from + random.nextInt(5))).clear();
    }
  }

  private void insertCopy(List<Node> siblings) {
    if (!siblings.isEmpty()) {
      int at = random.nextInt(siblings.size());
      int times = 1 + random.nextInt(3);
      for (int i = 0; i < times; i++) {
        siblings.add(at, siblings.get(at).deepCopy());
      }
    }
  }

  private void move(List<Node> siblings) {
    if (siblings.size() > 1) {
      Node moved = siblings.remove(random.nextInt(siblings.size()));
      siblings.add(random.nextInt(siblings.size() + 1), moved);
    }
  }

  private String decoration() {
    return new String[] {"", "\n  ", "<!-- note -->", " \t", "<?pi data?>", "\r\n", "text"}
        [random.nextInt(7)];
  }

  private void retype(Node node) {
    if (node.name.contains("item") || node.name.equals("main") || node.name.equals("note")) {
      switch (random.nextInt(4)) {
        case 0 -> node.attributes.put("xsi:type", "C:special");
        case 1 -> node.attributes.remove("xsi:type");
        case 2 -> node.attributes.put("xsi:nil", random.nextBoolean() ? "true" : "false");
        default -> {
          node.attributes.remove("xsi:nil");
          node.attributes.put("xmlns:k", random.nextBoolean() ? "urn:one" : "urn:two");
        }
      }
    }
  }

  // ---- rendering ----

  private String render() {
    StringBuilder text = new StringBuilder("<?xml version='1.0'?>");
    Node top = root;
    top.attributes.put("xmlns:" + prefix, "urn:c");
    top.attributes.remove("xmlns:" + (prefix.equals("c") ? "cat" : "c"));
    top.attributes.put("xmlns:k", kinds);
    top.attributes.put("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    render(top, text);
    return text.toString();
  }

  private String qualified(String name) {
    return name.startsWith("C:") ? prefix + name.substring(1) : name;
  }

  private void render(Node node, StringBuilder out) {
    if (node != root) {
      out.append(node.before);
    }
    out.append('<').append(qualified(node.name));
    node.attributes.forEach(
        (name, value) ->
            out.append(' ').append(name).append("=\"").append(qualified(value)).append('"'));
    if (node.text != null && node.text.isEmpty() && node.name.length() % 2 == 0) {
      out.append("/>");
      return;
    }
    out.append('>');
    if (node.text != null) {
      out.append(node.text);
    }
    node.children.forEach(child -> render(child, out));
    out.append("</").append(qualified(node.name)).append('>');
  }

  // ---- damage ----

  /** The message with a few bytes that are others, missing, or twice. */
  public byte[] damaged(byte[] message) {
    byte[] damaged = message.clone();
    for (int i = random.nextInt(3); i >= 0; i--) {
      int at = random.nextInt(damaged.length);
      switch (random.nextInt(5)) {
        case 0 -> damaged[at] = (byte) random.nextInt(256);
        case 1 -> damaged[at] = (byte) "<>&/='\" :x0-".charAt(random.nextInt(12));
        case 2 -> damaged = cut(damaged, at, Math.min(damaged.length, at + 1 + random.nextInt(9)));
        case 3 -> damaged = Arrays.copyOf(damaged, Math.max(1, at));
        default -> {
          int end = Math.min(damaged.length, at + random.nextInt(60));
          byte[] twice = Arrays.copyOf(damaged, damaged.length + end - at);
          System.arraycopy(damaged, at, twice, end, damaged.length - at);
          damaged = twice;
        }
      }
    }
    return damaged;
  }

  private static byte[] cut(byte[] message, int from, int to) {
    byte[] rest = Arrays.copyOf(message, Math.max(1, message.length - (to - from)));
    if (to < message.length) {
      System.arraycopy(message, to, rest, from, message.length - to);
    }
    return rest;
  }
}
