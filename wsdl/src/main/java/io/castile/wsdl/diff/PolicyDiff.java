package io.castile.wsdl.diff;

import static io.castile.wsdl.diff.Change.Impact.BREAKING;
import static io.castile.wsdl.diff.Change.Impact.COMPATIBLE;
import static io.castile.wsdl.diff.Change.Impact.MAY_BREAK;

import io.castile.wsdl.Description;
import io.castile.wsdl.diff.Change.Impact;
import io.castile.wsdl.diff.PolicyAlternatives.Assertion;
import io.castile.wsdl.diff.PolicyAlternatives.TooLargeException;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.tree.Element;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of the policies of two descriptions. A client follows one alternative of the first
 * (Web Services Policy 1.5 §3.4: the requester chooses); it goes on where the second has one that
 * asks for nothing else. Owned by one thread.
 */
final class PolicyDiff {
  /** Pairs of assertions that are compared at most, for all policies of two descriptions. */
  private static final long MAX_STEPS = 500_000_000L;

  private static final int MAX_SHOWN = 120;

  private static final Set<String> SECURITY =
      Set.of(
          "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702",
          "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802",
          "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy");

  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
  private static final String ADDRESSING = "http://www.w3.org/2006/05/addressing/wsdl";

  private final Subjects before;
  private final Subjects after;
  private long steps;

  /** What a change does to clients, in requests and in responses. */
  private record Verdict(Impact request, Impact response) {
    static final Verdict NOTHING = new Verdict(COMPATIBLE, COMPATIBLE);
    static final Verdict BROKEN = new Verdict(BREAKING, BREAKING);

    Verdict worse(Verdict other) {
      return new Verdict(worse(request, other.request), worse(response, other.response));
    }

    Verdict better(Verdict other) {
      return new Verdict(better(request, other.request), better(response, other.response));
    }

    boolean isWithin(Verdict other) {
      return worse(other).equals(other);
    }

    private static Impact worse(Impact one, Impact other) {
      return one.compareTo(other) < 0 ? one : other;
    }

    private static Impact better(Impact one, Impact other) {
      return one.compareTo(other) < 0 ? other : one;
    }
  }

  /** How many alternatives have an assertion. */
  private enum Presence {
    ABSENT,
    OPTIONAL,
    REQUIRED;

    static Presence of(Assertion assertion, Set<Set<Assertion>> alternatives) {
      long count = alternatives.stream().filter(each -> each.contains(assertion)).count();
      return count == 0 ? ABSENT : count < alternatives.size() ? OPTIONAL : REQUIRED;
    }
  }

  PolicyDiff(Description before, Description after) {
    this.before = new Subjects(before);
    this.after = new Subjects(after);
  }

  /**
   * The elements to which policies are attached (Web Services Policy 1.5 - Attachment §4.1), and
   * the policies of one description.
   */
  private static final class Subjects {
    private final Map<String, Map<QName, Element>> definitions = new HashMap<>();
    private final PolicyAlternatives policies;

    Subjects(Description description) {
      List<Element> documents = Descriptions.documents(description);
      this.policies = new PolicyAlternatives(documents);
      for (Element document : documents) {
        String target = Objects.requireNonNullElse(document.attribute("targetNamespace"), "");
        document
            .children()
            .filter(each -> each.name().getNamespaceURI().equals(WSDL))
            .forEach(each -> define(each, target.strip()));
      }
    }

    private void define(Element element, String namespace) {
      String name = element.attribute("name");
      if (name != null) {
        definitions
            .computeIfAbsent(element.name().getLocalPart(), added -> new HashMap<>())
            .putIfAbsent(new QName(namespace, name.strip()), element);
      }
    }

    private @Nullable Element find(String kind, QName name) {
      return definitions.getOrDefault(kind, Map.of()).get(name);
    }

    /**
     * @param port null for a binding that no port has
     */
    List<@Nullable Element> port(@Nullable QName service, @Nullable String port, Binding binding) {
      List<@Nullable Element> found = new ArrayList<>();
      if (service != null && port != null) {
        Element element = find("service", service);
        found.add(element);
        found.add(named(element, "port", port));
      }
      found.add(find("binding", binding.name()));
      found.add(find("portType", binding.portType().name()));
      return found;
    }

    /** Returns an operation as it is bound, and as it is in its port type. */
    List<@Nullable Element> operation(Binding binding, BindingOperation operation) {
      List<@Nullable Element> found = new ArrayList<>();
      found.add(bound(binding, operation));
      Element portType = find("portType", binding.portType().name());
      Place place = operation.operation().place();
      found.add(
          portType == null
              ? null
              : portType
                  .children()
                  .filter(each -> each.place().equals(place))
                  .findFirst()
                  .orElse(null));
      return found;
    }

    /** Returns the element of an operation; of several of one name, by their order. */
    @Nullable Element bound(Binding binding, BindingOperation operation) {
      Element element = find("binding", binding.name());
      if (element == null) {
        return null;
      }
      String name = operation.operation().name();
      List<BindingOperation> alike =
          binding.operations().stream()
              .filter(each -> each.operation().name().equals(name))
              .toList();
      List<Element> elements = new ArrayList<>(element.children(WSDL, "operation"));
      elements.removeIf(each -> !name.equals(strip(each.attribute("name"))));
      int index = alike.indexOf(operation);
      return index < elements.size() ? elements.get(index) : null;
    }

    /**
     * @param kind input, output or fault
     */
    List<@Nullable Element> message(
        Binding binding, BindingOperation operation, String kind, OperationMessage message) {
      List<@Nullable Element> found = new ArrayList<>();
      for (Element each : operation(binding, operation)) {
        found.add(
            each == null
                ? null
                : kind.equals("fault")
                    ? named(each, kind, message.name())
                    : each.child(WSDL, kind).orElse(null));
      }
      found.add(find("message", message.message().name()));
      return found;
    }

    private static @Nullable Element named(@Nullable Element parent, String kind, String name) {
      return parent == null
          ? null
          : parent.children(WSDL, kind).stream()
              .filter(each -> name.equals(strip(each.attribute("name"))))
              .findFirst()
              .orElse(null);
    }

    private static @Nullable String strip(@Nullable String text) {
      return text == null ? null : text.strip();
    }
  }

  /** Whether a namespace is one of WS-SecurityPolicy. */
  static boolean isSecurity(String namespace) {
    return SECURITY.contains(namespace);
  }

  /** An end of a description: a port, or a binding that no port has. */
  record End(@Nullable QName service, @Nullable String port, Binding binding) {}

  /** Compares the policies of two ends, all that hold for each of their operations together. */
  void ends(End one, End other, TypePair into) {
    compare(
        before.port(one.service(), one.port(), one.binding()),
        after.port(other.service(), other.port(), other.binding()),
        "",
        true,
        into);
  }

  /** Compares the policies of two operations, without those of their messages. */
  void operations(
      Binding binding,
      BindingOperation one,
      Binding second,
      BindingOperation other,
      TypePair into) {
    compare(before.operation(binding, one), after.operation(second, other), "", true, into);
    String was = anonymous(before.bound(binding, one));
    String is = anonymous(after.bound(second, other));
    if (!was.equals(is)) {
      Impact impact =
          is.equals("optional")
              ? COMPATIBLE
              : is.equals("required") && was.equals("optional") ? MAY_BREAK : BREAKING;
      into.add("anonymous responses: " + was + " before, " + is + " now", impact, impact);
    }
  }

  /** Returns what WS-Addressing 1.0 - WSDL Binding §3.2 says of addresses of responses. */
  private static String anonymous(@Nullable Element operation) {
    return operation == null
        ? "optional"
        : operation.child(ADDRESSING, "Anonymous").map(Element::text).orElse("optional");
  }

  /** Compares the policies of two messages. */
  void messages(
      Binding binding,
      BindingOperation one,
      Binding second,
      BindingOperation other,
      boolean isRequest,
      TypePair into) {
    OperationMessage message = isRequest ? one.operation().input() : one.operation().output();
    OperationMessage another = isRequest ? other.operation().input() : other.operation().output();
    String kind = isRequest ? "input" : "output";
    if (message != null && another != null) {
      compare(
          before.message(binding, one, kind, message),
          after.message(second, other, kind, another),
          "",
          false,
          into);
    }
    if (isRequest) {
      return;
    }
    for (OperationMessage fault : one.operation().faults()) {
      for (OperationMessage same : other.operation().faults()) {
        if (fault.name().equals(same.name())) {
          compare(
              before.message(binding, one, "fault", fault),
              after.message(second, other, "fault", same),
              "fault " + fault.name(),
              false,
              into);
        }
      }
    }
  }

  private void compare(
      List<@Nullable Element> subjects,
      List<@Nullable Element> others,
      String what,
      boolean isCall,
      TypePair into) {
    String prefix = what.isEmpty() ? "policy: " : "policy of " + what + ": ";
    List<TypePair.Difference> found = new ArrayList<>();
    try {
      Set<Set<Assertion>> one = before.policies.of(subjects);
      Set<Set<Assertion>> other = after.policies.of(others);
      if (!one.equals(other)) {
        long size = PolicyAlternatives.size(one) + PolicyAlternatives.size(other);
        steps += size * size;
        if (steps > MAX_STEPS) {
          throw new TooLargeException("too many assertions in all");
        }
        alternatives(one, other, found);
      }
    } catch (TooLargeException e) {
      if (!isSame(subjects, others)) {
        found.add(
            difference("changed, and could not be compared: " + e.getMessage(), Verdict.BROKEN));
      }
    }
    for (TypePair.Difference each : found) {
      Impact worse = Verdict.worse(each.request(), each.response());
      into.add(
          prefix + each.text(), isCall ? worse : each.request(), isCall ? worse : each.response());
    }
  }

  /** Whether policies without a normal form are the same as texts. */
  private boolean isSame(List<@Nullable Element> subjects, List<@Nullable Element> others) {
    try {
      return before.policies.texts(subjects).equals(after.policies.texts(others));
    } catch (TooLargeException e) {
      return false; // as far as anything can be said of them
    }
  }

  private static TypePair.Difference difference(String text, Verdict verdict) {
    return new TypePair.Difference(text, verdict.request(), verdict.response());
  }

  private static void alternatives(
      Set<Set<Assertion>> one, Set<Set<Assertion>> other, List<TypePair.Difference> into) {
    if (other.isEmpty()) {
      into.add(difference("has no alternative now, so that no client can meet it", Verdict.BROKEN));
      return;
    }
    if (one.isEmpty()) {
      into.add(difference("has an alternative now", Verdict.NOTHING));
      return;
    }
    Set<Assertion> assertions = new LinkedHashSet<>();
    one.forEach(assertions::addAll);
    other.forEach(assertions::addAll);
    Verdict told = Verdict.NOTHING;
    Set<Assertion> paired = new LinkedHashSet<>();
    for (Assertion each : assertions) {
      Presence was = Presence.of(each, one);
      Presence is = Presence.of(each, other);
      if (was == is || paired.contains(each)) {
        continue;
      }
      List<Assertion> alike =
          assertions.stream().filter(another -> another.name().equals(each.name())).toList();
      Assertion replacement =
          is == Presence.ABSENT ? replacement(each, was, alike, one, other) : null;
      TypePair.Difference difference;
      if (replacement == null) {
        difference = presence(each, was, is, alike.size() > 1);
      } else {
        paired.add(replacement);
        difference =
            difference(
                "assertion " + inner(each, replacement),
                verdict(Set.of(each), Set.of(replacement)));
      }
      into.add(difference);
      told = told.worse(new Verdict(difference.request(), difference.response()));
    }
    alternativesLeft(one, other, told, into);
  }

  /** Tells of alternatives that are not there any more although each assertion is. */
  private static void alternativesLeft(
      Set<Set<Assertion>> one,
      Set<Set<Assertion>> other,
      Verdict told,
      List<TypePair.Difference> into) {
    Verdict worst = told;
    Set<Assertion> lost = null;
    for (Set<Assertion> each : one) {
      Verdict best = Verdict.BROKEN;
      for (Set<Assertion> offered : other) {
        best = best.better(verdict(each, offered));
      }
      if (!best.isWithin(worst)) {
        worst = worst.worse(best);
        lost = each;
      }
    }
    if (lost != null) {
      String shown =
          lost.isEmpty()
              ? "nothing"
              : lost.stream().map(Assertion::local).distinct().collect(Collectors.joining(", "));
      into.add(difference("the alternative of " + shorter(shown) + " is gone", worst));
    } else if (into.isEmpty()) {
      into.add(difference("other alternatives are offered, too", Verdict.NOTHING));
    }
  }

  /** Returns what it does to a client of one alternative that another one stands in its place. */
  private static Verdict verdict(Set<Assertion> one, Set<Assertion> other) {
    if (one.equals(other)) {
      return Verdict.NOTHING;
    }
    if (!PolicyAlternatives.covers(one, other)) {
      return Verdict.BROKEN;
    }
    // The client does more than it has to, and may miss in responses what it checks in them.
    boolean isChecked =
        one.stream()
            .anyMatch(
                each -> isChecked(each) && other.stream().noneMatch(left -> left.covers(each)));
    return new Verdict(MAY_BREAK, isChecked ? BREAKING : MAY_BREAK);
  }

  /** Whether clients refuse responses that do not meet an assertion. */
  private static boolean isChecked(Assertion assertion) {
    int end = assertion.name().indexOf('}');
    return end > 0
        && isSecurity(assertion.name().substring(1, end))
        && !assertion.local().equals("TransportBinding"); // which the connection meets
  }

  /**
   * Returns the assertion of the same name that has come in the place of one; null for none.
   *
   * @param alike all assertions of this name
   */
  private static @Nullable Assertion replacement(
      Assertion assertion,
      Presence was,
      List<Assertion> alike,
      Set<Set<Assertion>> one,
      Set<Set<Assertion>> other) {
    if (alike.size() != 2) {
      return null;
    }
    Assertion second = alike.get(alike.get(0).equals(assertion) ? 1 : 0);
    return Presence.of(second, one) == Presence.ABSENT && Presence.of(second, other) == was
        ? second
        : null;
  }

  // ---- words ----

  private static TypePair.Difference presence(
      Assertion assertion, Presence was, Presence is, boolean isNamedTwice) {
    String name = shorter(isNamedTwice ? assertion.toString() : assertion.local());
    Verdict lost = verdict(Set.of(assertion), Set.of());
    Verdict demanded = verdict(Set.of(), Set.of(assertion));
    if (was == Presence.ABSENT) {
      return is == Presence.REQUIRED
          ? difference("assertion " + name + " added", demanded)
          : difference("optional assertion " + name + " added", Verdict.NOTHING);
    }
    if (is == Presence.ABSENT) {
      String kind = was == Presence.REQUIRED ? "" : "optional ";
      return difference(kind + "assertion " + name + " removed", lost);
    }
    return is == Presence.REQUIRED
        ? difference("assertion " + name + " is required now", demanded)
        : difference("assertion " + name + " is optional now", Verdict.NOTHING);
  }

  /** Returns what is other in an assertion, with the assertions that lead to it. */
  private static String inner(Assertion one, Assertion other) {
    if (!one.isAlike(other)) {
      return one.local() + " has other content";
    }
    if (one.isIgnorable() != other.isIgnorable()) {
      return one.local()
          + (other.isIgnorable() ? " may be ignored now" : " may not be ignored any more");
    }
    List<Assertion> removed = new ArrayList<>(one.within());
    removed.removeAll(other.within());
    List<Assertion> added = new ArrayList<>(other.within());
    added.removeAll(one.within());
    if (removed.size() == 1
        && added.size() == 1
        && removed.get(0).name().equals(added.get(0).name())) {
      return one.local() + "/" + inner(removed.get(0), added.get(0));
    }
    List<String> changes = new ArrayList<>();
    removed.forEach(each -> changes.add(each + " removed"));
    added.forEach(each -> changes.add(each + " added"));
    return one.local() + ": " + shorter(String.join(", ", changes));
  }

  private static String shorter(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
  }
}
