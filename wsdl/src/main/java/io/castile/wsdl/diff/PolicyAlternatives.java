package io.castile.wsdl.diff;

import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The policies of documents in normal form: alternatives, each a set of assertions (Web Services
 * Policy 1.5 §4.3, and 1.2 §4.3). References are resolved inside the documents. Owned by one
 * thread.
 *
 * <p>A policy of a few lines can have more alternatives than fit into memory, so alternatives,
 * depth and work are bounded; beyond a bound there is no normal form.
 */
final class PolicyAlternatives {
  /** Alternatives of a policy at most, and of what is within an assertion. */
  static final int MAX_ALTERNATIVES = 256;

  /** Policies, operators, assertions and references in one another at most. */
  private static final int MAX_DEPTH = 200;

  /** Assertions in all alternatives of a policy at most, each as often as it is there. */
  private static final int MAX_ASSERTIONS = 20_000;

  /** Characters and assertions that the normal forms of a description may take together. */
  private static final int MAX_WORK = 4_000_000;

  /** Characters of policies that are compared as texts. */
  private static final int MAX_TEXT = 32_000_000;

  /** A policy that says nothing: one alternative, without assertions. */
  static final Set<Set<Assertion>> NOTHING = Set.of(Set.of());

  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final String ADDRESSING = "http://www.w3.org/2007/05/addressing/metadata";

  private static final Set<String> POLICY =
      Set.of(
          "http://www.w3.org/ns/ws-policy",
          "http://schemas.xmlsoap.org/ws/2004/09/policy",
          "http://www.w3.org/2006/07/ws-policy");

  /** Two names of one assertion, by which a message looks the same. */
  private static final Map<String, String> SYNONYMS =
      Map.of(
          "{http://www.w3.org/2006/05/addressing/wsdl}UsingAddressing",
          "{" + ADDRESSING + "}Addressing",
          "{http://www.w3.org/2007/08/soap12-mtom-policy}MTOM",
          "{http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization}"
              + "OptimizedMimeSerialization");

  private final Map<String, Element> named = new HashMap<>();
  private final Map<Element, Set<Set<Assertion>>> known = new IdentityHashMap<>();
  private final Set<Element> open = Collections.newSetFromMap(new IdentityHashMap<>());
  private final PolicyText text = new PolicyText(MAX_WORK);
  private @Nullable List<String> namedTexts; // null until they are asked for
  private @Nullable TooLargeException tooLarge; // of these; null for none
  private int depth;

  /**
   * An assertion in normal form. Immutable. The order, of assertions that have other names or
   * parameters, is for sets: names may be chosen to have one hash.
   */
  static final class Assertion implements Comparable<Assertion> {
    private final String name; // {namespace}local, one of its synonyms for all of them
    private final String local;
    private final boolean isIgnorable;
    private final String parameters;
    private final Set<Assertion> within;
    private final int size;
    private final int hash;

    /**
     * @param local the name as it was written, without namespace
     * @param isIgnorable whether a client need not meet it (Web Services Policy 1.5 §4.4)
     * @param parameters attributes and content, but for assertions within, as one text
     * @param within the assertions of the policy that it holds; none where it holds no policy
     */
    Assertion(
        String name, String local, boolean isIgnorable, String parameters, Set<Assertion> within) {
      this.name = name;
      this.local = local;
      this.isIgnorable = isIgnorable;
      this.parameters = parameters;
      this.within = within;
      this.size = 1 + within.stream().mapToInt(Assertion::size).sum();
      this.hash = (name.hashCode() * 31 + parameters.hashCode()) * 31 + within.hashCode();
    }

    @Override
    public int compareTo(Assertion other) {
      int order = name.compareTo(other.name);
      return order == 0 ? parameters.compareTo(other.parameters) : order;
    }

    /** Returns the name, {@code {namespace}local}, one of its synonyms for all of them. */
    String name() {
      return name;
    }

    /** Returns the name as it was written, without namespace. */
    String local() {
      return local;
    }

    boolean isIgnorable() {
      return isIgnorable;
    }

    /** Returns the assertions of the policy that it holds. */
    Set<Assertion> within() {
      return within;
    }

    /** Returns the number of assertions in this one, and itself. */
    int size() {
      return size;
    }

    /** Whether attributes and content are the same, but for assertions within. */
    boolean isAlike(Assertion other) {
      return parameters.equals(other.parameters);
    }

    /** Whether a client that meets this assertion meets another one, too. */
    boolean covers(Assertion other) {
      return equals(other)
          || (name.equals(other.name)
              && isAlike(other)
              && PolicyAlternatives.covers(within, other.within));
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other == this
          || (other instanceof Assertion that
              && hash == that.hash
              && name.equals(that.name)
              && isIgnorable == that.isIgnorable
              && isAlike(that)
              && within.equals(that.within));
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public String toString() {
      return within.isEmpty() ? local : local + " " + within;
    }
  }

  /** There is no normal form within the bounds. */
  static final class TooLargeException extends Exception {
    private static final long serialVersionUID = 1L;

    TooLargeException(String what) {
      super(what);
    }
  }

  /**
   * @param documents whose policies have names
   */
  PolicyAlternatives(List<Element> documents) {
    for (Element document : documents) {
      collect(document, document.place().document());
    }
  }

  /**
   * Whether a client that meets some assertions meets others, too, but for those that it may
   * ignore.
   */
  static boolean covers(Set<Assertion> all, Set<Assertion> others) {
    return others.stream()
        .allMatch(
            other -> other.isIgnorable() || all.stream().anyMatch(each -> each.covers(other)));
  }

  private void collect(Element element, URI document) {
    if (isPolicy(element, "Policy")) {
      for (Attribute each : element.attributes()) {
        switch (each.name().getLocalPart()) {
          case "Id", "id" -> {
            named.putIfAbsent(document + "#" + each.value().strip(), element);
            named.putIfAbsent("#" + each.value().strip(), element); // of any document
          }
          case "Name" -> named.putIfAbsent(each.value().strip(), element);
          default -> {}
        }
      }
    }
    element.children().forEach(each -> collect(each, document));
  }

  private static boolean isPolicy(Element element, String local) {
    return element.name().getLocalPart().equals(local)
        && POLICY.contains(element.name().getNamespaceURI());
  }

  /**
   * Returns the alternatives of all policies that are attached to elements (Web Services Policy 1.5
   * - Attachment §4), and of {@code UsingAddressing} in them.
   *
   * @param subjects null for an element that is not there
   */
  Set<Set<Assertion>> of(List<@Nullable Element> subjects) throws TooLargeException {
    Set<Set<Assertion>> all = NOTHING;
    for (Element subject : subjects) {
      if (subject == null) {
        continue;
      }
      for (Attribute each : subject.attributes()) {
        if (each.name().getLocalPart().equals("PolicyURIs")
            && POLICY.contains(each.name().getNamespaceURI())) {
          for (String uri : each.value().strip().split("\\s+")) {
            all = both(all, referred(subject, uri));
          }
        }
      }
      for (Element child : subject.children().toList()) {
        if (isPolicy(child, "Policy") || isPolicy(child, "PolicyReference")) {
          all = both(all, normal(child));
        } else if (SYNONYMS.getOrDefault(child.name().toString(), "").endsWith("}Addressing")) {
          Set<Set<Assertion>> used = assertion(child);
          String required = child.attribute(WSDL, "required");
          all = both(all, isTrue(required) ? used : either(used, NOTHING));
        }
      }
    }
    return all;
  }

  /**
   * Returns the policies at elements as texts, and all to which they may refer.
   *
   * @throws TooLargeException if they have more characters than are compared
   */
  List<String> texts(List<@Nullable Element> subjects) throws TooLargeException {
    List<String> texts = new ArrayList<>(namedTexts());
    PolicyText bounded = new PolicyText(MAX_TEXT);
    for (Element subject : subjects) {
      if (subject == null) {
        continue;
      }
      for (Element each : subject.children().toList()) {
        if (POLICY.contains(each.name().getNamespaceURI())) {
          texts.add(bounded.element(each));
        }
      }
    }
    return texts;
  }

  private List<String> namedTexts() throws TooLargeException {
    if (tooLarge != null) {
      throw tooLarge;
    }
    List<String> known = namedTexts;
    if (known == null) {
      known = new ArrayList<>();
      PolicyText bounded = new PolicyText(MAX_TEXT);
      Set<Element> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      try {
        for (Element each : new TreeMap<>(named).values()) {
          if (seen.add(each)) { // which may have several names
            known.add(bounded.element(each));
          }
        }
      } catch (TooLargeException e) {
        tooLarge = e;
        throw e;
      }
      namedTexts = known;
    }
    return known;
  }

  private static boolean isTrue(@Nullable String value) {
    String text = value == null ? "" : value.strip();
    return text.equals("true") || text.equals("1");
  }

  private Set<Set<Assertion>> normal(Element element) throws TooLargeException {
    Set<Set<Assertion>> before = known.get(element);
    if (before != null) {
      return before;
    }
    if (depth >= MAX_DEPTH) {
      throw new TooLargeException("policies more than " + MAX_DEPTH + " deep");
    }
    depth++;
    try {
      text.take(1);
      Set<Set<Assertion>> normal;
      if (isPolicy(element, "Policy") || isPolicy(element, "All")) {
        normal = all(element);
      } else if (isPolicy(element, "ExactlyOne")) {
        normal = Set.of();
        for (Element child : element.children().toList()) {
          normal = either(normal, normal(child));
        }
      } else if (isPolicy(element, "PolicyReference")) {
        normal = referred(element, Objects.requireNonNullElse(element.attribute("URI"), ""));
      } else {
        normal = assertion(element);
        if (POLICY.stream().anyMatch(each -> isTrue(element.attribute(each, "Optional")))) {
          normal = either(normal, NOTHING);
        }
      }
      known.put(element, normal);
      return normal;
    } finally {
      depth--;
    }
  }

  private Set<Set<Assertion>> all(Element element) throws TooLargeException {
    Set<Set<Assertion>> all = NOTHING;
    for (Element child : element.children().toList()) {
      all = both(all, normal(child));
    }
    return all;
  }

  private Set<Set<Assertion>> referred(Element element, String uri) throws TooLargeException {
    String name = uri.strip();
    Element policy = named.get(name);
    if (name.startsWith("#")) {
      policy = named.getOrDefault(element.place().document() + name, policy);
    } else if (policy == null) {
      try {
        policy = named.get(element.place().document().resolve(name).toString());
      } catch (IllegalArgumentException e) {
        policy = null; // of a text that is no URI, and so of no policy
      }
    }
    if (policy == null) {
      return Set.of(Set.of(new Assertion(name, "policy " + name, false, "", Set.of())));
    }
    if (!open.add(policy)) {
      throw new TooLargeException("a policy that refers to itself, " + name);
    }
    try {
      return normal(policy);
    } finally {
      open.remove(policy);
    }
  }

  private Set<Set<Assertion>> either(Set<Set<Assertion>> one, Set<Set<Assertion>> other)
      throws TooLargeException {
    Set<Set<Assertion>> either = new LinkedHashSet<>(one);
    either.addAll(other);
    check(either.size(), size(either));
    return either;
  }

  /** Returns the number of assertions in all alternatives. */
  static int size(Set<Set<Assertion>> alternatives) {
    return alternatives.stream().mapToInt(PolicyAlternatives::sizeOf).sum();
  }

  private static int sizeOf(Set<Assertion> assertions) {
    return assertions.stream().mapToInt(Assertion::size).sum();
  }

  private static void check(int alternatives, int assertions) throws TooLargeException {
    if (alternatives > MAX_ALTERNATIVES) {
      throw new TooLargeException("more than " + MAX_ALTERNATIVES + " alternatives");
    }
    if (assertions > MAX_ASSERTIONS) {
      throw new TooLargeException("more than " + MAX_ASSERTIONS + " assertions");
    }
  }

  /** Returns each alternative of one policy with each of another (§4.3.6, distributive rule). */
  private Set<Set<Assertion>> both(Set<Set<Assertion>> one, Set<Set<Assertion>> other)
      throws TooLargeException {
    if (one.equals(NOTHING)) {
      return other;
    }
    if (other.equals(NOTHING)) {
      return one;
    }
    Set<Set<Assertion>> both = new LinkedHashSet<>();
    int size = 0;
    for (Set<Assertion> each : one) {
      for (Set<Assertion> more : other) {
        Set<Assertion> together = new LinkedHashSet<>(each);
        together.addAll(more);
        text.take(together.size() + 1);
        if (both.add(together)) {
          size += sizeOf(together);
          check(both.size(), size);
        }
      }
    }
    return both;
  }

  /** Returns an alternative for each alternative of the policy within an assertion (§4.3.2). */
  private Set<Set<Assertion>> assertion(Element element) throws TooLargeException {
    Set<Set<Assertion>> within = NOTHING;
    List<Content> others = new ArrayList<>();
    for (Content each : element.content()) {
      if (each instanceof Element child
          && (isPolicy(child, "Policy") || isPolicy(child, "PolicyReference"))) {
        within = both(within, normal(child));
      } else {
        others.add(each);
      }
    }
    String written = text.name(element.name());
    String name = SYNONYMS.getOrDefault(written, written);
    boolean isIgnorable =
        POLICY.stream().anyMatch(each -> isTrue(element.attribute(each, "Ignorable")));
    String parameters =
        text.parameters(
            element,
            others,
            namespace -> !POLICY.contains(namespace) && !namespace.equals(WSDL),
            !PolicyDiff.isSecurity(element.name().getNamespaceURI()));
    Set<Set<Assertion>> alternatives = new LinkedHashSet<>();
    String local = element.name().getLocalPart();
    int size = 0;
    for (Set<Assertion> each : within) {
      Assertion assertion = new Assertion(name, local, isIgnorable, parameters, each);
      size += assertion.size();
      check(alternatives.size(), size);
      alternatives.add(Set.of(assertion));
    }
    return alternatives;
  }
}
