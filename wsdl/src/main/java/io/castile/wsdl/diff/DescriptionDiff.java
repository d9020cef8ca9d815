package io.castile.wsdl.diff;

import static io.castile.wsdl.diff.Change.Direction.CALL;
import static io.castile.wsdl.diff.Change.Direction.REQUEST;
import static io.castile.wsdl.diff.Change.Direction.RESPONSE;
import static io.castile.wsdl.diff.Change.Impact.BREAKING;
import static io.castile.wsdl.diff.Change.Impact.COMPATIBLE;
import static io.castile.wsdl.diff.Change.Impact.MAY_BREAK;

import io.castile.wsdl.Description;
import io.castile.wsdl.diff.Change.Direction;
import io.castile.wsdl.diff.Change.Impact;
import io.castile.wsdl.diff.TypePair.Difference;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.AttachmentBinding;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.HeaderBinding;
import io.castile.wsdl.model.internal.Message;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.model.internal.Style;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of two descriptions, by what is sent: names of messages, port types, bindings and
 * types, prefixes, and the documents in which declarations stand make no difference.
 */
public final class DescriptionDiff {
  private final SchemaDiff schemas;
  private final PolicyDiff policies;
  private final List<Change> ofPorts = new ArrayList<>();
  private final List<Compared> compared = new ArrayList<>();

  /** The messages of an operation in one direction. */
  private record Compared(String operation, Direction direction, TypePair pair) {}

  /** A port of SOAP, or a binding that no port has. */
  private record End(String name, String address, PolicyDiff.End parts) {
    Binding binding() {
      return parts.binding();
    }
  }

  private DescriptionDiff(Description before, Description after) {
    this.schemas = new SchemaDiff(Descriptions.components(before), Descriptions.components(after));
    this.policies = new PolicyDiff(before, after);
  }

  /**
   * Returns the differences, the worst first, those of ports and operations before those of types.
   *
   * @throws java.io.UncheckedIOException if schemas of a lazily read description cannot be read
   */
  public static List<Change> of(Description before, Description after) {
    DescriptionDiff diff = new DescriptionDiff(before, after);
    diff.ends(ends(before), ends(after));
    diff.schemas.finish();
    return diff.changes();
  }

  private static List<End> ends(Description description) {
    List<End> ends = new ArrayList<>();
    Set<Binding> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Service service : Descriptions.services(description)) {
      for (Port port : service.ports()) {
        seen.add(port.binding());
        String name = "port " + port.name() + " of service " + service.name().getLocalPart();
        PolicyDiff.End parts = new PolicyDiff.End(service.name(), port.name(), port.binding());
        ends.add(new End(name, port.address(), parts));
      }
    }
    for (Binding each : Descriptions.bindings(description)) {
      if (!seen.contains(each)) {
        PolicyDiff.End parts = new PolicyDiff.End(null, null, each);
        ends.add(new End("binding " + each.name().getLocalPart(), "", parts));
      }
    }
    ends.removeIf(each -> !each.binding().protocol().isSoap());
    return ends;
  }

  // ---- ports ----

  private void ends(List<End> before, List<End> after) {
    List<End> left = new ArrayList<>(after);
    Map<End, End> matched = new LinkedHashMap<>();
    before.forEach(each -> match(each, left, matched, false));
    before.forEach(each -> match(each, left, matched, true));
    boolean hasOnePortType =
        before.stream().map(each -> each.binding().portType().name()).distinct().count() < 2;
    for (End each : before) {
      End other = matched.get(each);
      if (other == null) {
        port(BREAKING, each, "removed");
      } else {
        port(each, other);
        String prefix = hasOnePortType ? "" : each.binding().portType().name().getLocalPart() + ".";
        operations(prefix, each.binding(), other.binding());
      }
    }
    left.forEach(each -> port(COMPATIBLE, each, "added"));
  }

  /** Finds the end of the same name, else of the same protocol and operations. */
  private static void match(End end, List<End> left, Map<End, End> matched, boolean isRenamed) {
    if (matched.containsKey(end)) {
      return;
    }
    for (End each : left) {
      boolean fits =
          isRenamed
              ? each.binding().protocol() == end.binding().protocol() && isShared(each, end)
              : each.name().equals(end.name());
      if (fits) {
        matched.put(end, each);
        left.remove(each);
        return;
      }
    }
  }

  private static boolean isShared(End one, End other) {
    return !Collections.disjoint(one.binding().named().keySet(), other.binding().named().keySet());
  }

  private void port(Impact impact, End end, String text) {
    ofPorts.add(new Change(impact, CALL, end.name(), text, List.of()));
  }

  private void port(End before, End after) {
    if (!before.name().equals(after.name())) {
      port(COMPATIBLE, before, "renamed to " + after.name());
    }
    if (!before.address().equals(after.address())) {
      port(MAY_BREAK, before, changed("address", before.address(), after.address()));
    }
    if (before.binding().protocol() != after.binding().protocol()) {
      port(
          BREAKING,
          before,
          changed("protocol", before.binding().protocol(), after.binding().protocol()));
    }
    TypePair policy = new TypePair(before.name());
    policies.ends(before.parts(), after.parts(), policy);
    policy.differences().forEach(each -> port(each.request(), before, each.text()));
    if (!before.binding().transport().equals(after.binding().transport())) {
      port(
          BREAKING,
          before,
          changed("transport", before.binding().transport(), after.binding().transport()));
    }
  }

  private static String changed(String what, Object before, Object after) {
    return what + " changed from " + shown(before) + " to " + shown(after);
  }

  private static Object shown(@Nullable Object value) {
    return value == null || value.toString().isEmpty() ? "none" : value;
  }

  // ---- operations ----

  private void operations(String prefix, Binding before, Binding after) {
    Map<String, BindingOperation> named = before.named();
    Map<String, BindingOperation> others = after.named();
    named.forEach(
        (name, each) -> {
          BindingOperation other = others.get(name);
          TypePair call = pair(prefix + name, CALL, "");
          if (other == null) {
            call.add("removed", BREAKING, BREAKING);
          } else {
            operation(prefix + name, call, before, each, after, other);
          }
        });
    for (String name : others.keySet()) {
      if (!named.containsKey(name)) {
        pair(prefix + name, CALL, "").add("added", COMPATIBLE, COMPATIBLE);
      }
    }
  }

  private TypePair pair(String operation, Direction direction, String message) {
    TypePair pair = new TypePair("operation " + operation + message);
    compared.add(new Compared(operation, direction, pair));
    return pair;
  }

  private void operation(
      String name,
      TypePair call,
      Binding binding,
      BindingOperation before,
      Binding otherBinding,
      BindingOperation after) {
    policies.operations(binding, before, otherBinding, after, call);
    both(changed("style", before.style(), after.style()), before.style() != after.style(), call);
    both(
        changed("SOAPAction", before.action(), after.action()),
        !before.action().equals(after.action()),
        call);
    boolean wasOneWay = before.operation().isOneWay();
    both(
        wasOneWay ? "has a response now" : "is one-way now",
        wasOneWay != after.operation().isOneWay(),
        call);
    if (before.style() != after.style()) {
      return; // everything looks otherwise
    }
    TypePair request = pair(name, REQUEST, "");
    TypePair response = pair(name, RESPONSE, "");
    policies.messages(binding, before, otherBinding, after, true, request);
    policies.messages(binding, before, otherBinding, after, false, response);
    message(
        before,
        after,
        before.operation().input(),
        before.input(),
        after.operation().input(),
        after.input(),
        REQUEST,
        request);
    message(
        before,
        after,
        before.operation().output(),
        before.output(),
        after.operation().output(),
        after.output(),
        RESPONSE,
        response);
    faults(before, after, response);
  }

  private static void both(String text, boolean isSo, TypePair into) {
    if (isSo) {
      into.add(text, BREAKING, BREAKING);
    }
  }

  private void message(
      BindingOperation before,
      BindingOperation after,
      @Nullable OperationMessage one,
      @Nullable MessageBinding bound,
      @Nullable OperationMessage other,
      @Nullable MessageBinding otherBound,
      Direction direction,
      TypePair into) {
    if (one == null || other == null || bound == null || otherBound == null) {
      return; // which the number of messages tells
    }
    if (bound.use() != otherBound.use()) {
      both(changed("use", bound.use(), otherBound.use()), true, into);
      return;
    }
    boolean isRpc = before.style() == Style.RPC;
    if (isRpc) {
      both(
          changed(
              "namespace of the element in the body",
              shown(bound.namespace()),
              shown(otherBound.namespace())),
          !Objects.equals(bound.namespace(), otherBound.namespace()),
          into);
      String wrapper = before.operation().name();
      String otherWrapper = after.operation().name();
      both(
          changed("element in the body", wrapper, otherWrapper),
          !wrapper.equals(otherWrapper),
          into);
    }
    if (!Objects.equals(one.action(), other.action())) {
      String text = "action of WS-Addressing";
      into.add(changed(text, shown(one.action()), shown(other.action())), MAY_BREAK, MAY_BREAK);
    }
    parts(body(one.message(), bound), body(other.message(), otherBound), isRpc, into);
    headers(bound.headers(), otherBound.headers(), direction, into);
    Set<String> attachments = attachments(bound);
    Set<String> otherAttachments = attachments(otherBound);
    both(
        changed("attachments", attachments, otherAttachments),
        !attachments.equals(otherAttachments),
        into);
  }

  private static List<Part> body(Message message, MessageBinding bound) {
    return message.parts().stream().filter(part -> bound.parts().contains(part.name())).toList();
  }

  private static Set<String> attachments(MessageBinding bound) {
    Set<String> parts = new LinkedHashSet<>();
    for (AttachmentBinding each : bound.attachments()) {
      parts.add(each.part());
    }
    return parts;
  }

  /** Compares what is in the body: one element after the other. */
  private void parts(List<Part> before, List<Part> after, boolean isRpc, TypePair into) {
    for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
      Part one = i < before.size() ? before.get(i) : null;
      Part other = i < after.size() ? after.get(i) : null;
      if (one == null && other != null) {
        both("part " + name(other, isRpc).getLocalPart() + " added", true, into);
      } else if (one != null && other == null) {
        both("part " + name(one, isRpc).getLocalPart() + " removed", true, into);
      } else if (one != null && other != null) {
        part(one, other, isRpc, into);
      }
    }
  }

  private void part(Part one, Part other, boolean isRpc, TypePair into) {
    QName name = name(one, isRpc);
    QName otherName = name(other, isRpc);
    if (!name.equals(otherName)) {
      both(
          name.getLocalPart().equals(otherName.getLocalPart())
              ? "element "
                  + name.getLocalPart()
                  + ": namespace "
                  + changed("", name.getNamespaceURI(), otherName.getNamespaceURI()).strip()
              : changed("element in the body", name, otherName),
          true,
          into);
      return;
    }
    QName type = one.type();
    QName otherType = other.type();
    if (type != null && otherType != null) {
      schemas.types(type, otherType, "element " + name.getLocalPart(), into);
    } else if (one.element() != null && other.element() != null) {
      schemas.elements(name, into);
    }
  }

  /** The name of the element of a part. */
  private static QName name(Part part, boolean isRpc) {
    QName element = part.element();
    return element == null || isRpc ? new QName(part.name()) : element;
  }

  private void headers(
      List<HeaderBinding> before, List<HeaderBinding> after, Direction direction, TypePair into) {
    Map<QName, HeaderBinding> blocks = blocks(before);
    Map<QName, HeaderBinding> others = blocks(after);
    blocks.forEach(
        (name, each) -> {
          HeaderBinding other = others.get(name);
          if (other == null) {
            into.add("header block " + name.getLocalPart() + " removed", MAY_BREAK, MAY_BREAK);
          } else {
            part(each.part(), other.part(), false, into);
          }
        });
    for (QName name : others.keySet()) {
      if (!blocks.containsKey(name)) {
        Impact request = direction == REQUEST ? BREAKING : MAY_BREAK;
        into.add("header block " + name.getLocalPart() + " added", request, MAY_BREAK);
      }
    }
  }

  private static Map<QName, HeaderBinding> blocks(List<HeaderBinding> headers) {
    Map<QName, HeaderBinding> blocks = new LinkedHashMap<>();
    headers.forEach(each -> blocks.put(name(each.part(), false), each));
    return blocks;
  }

  private void faults(BindingOperation before, BindingOperation after, TypePair into) {
    Map<QName, Part> faults = faults(before);
    Map<QName, Part> others = faults(after);
    faults.forEach(
        (name, each) -> {
          Part other = others.get(name);
          if (other == null) {
            into.add("fault " + name.getLocalPart() + " removed", COMPATIBLE, COMPATIBLE);
          } else {
            part(each, other, false, into);
          }
        });
    for (QName name : others.keySet()) {
      if (!faults.containsKey(name)) {
        into.add("fault " + name.getLocalPart() + " added", COMPATIBLE, MAY_BREAK);
      }
    }
  }

  private static Map<QName, Part> faults(BindingOperation operation) {
    Map<QName, Part> faults = new LinkedHashMap<>();
    for (OperationMessage fault : operation.operation().faults()) {
      fault.message().parts().forEach(part -> faults.put(name(part, false), part));
    }
    return faults;
  }

  // ---- the list ----

  /** A difference in one direction. */
  private record Found(String place, Direction direction, Difference difference) {
    Impact impact() {
      return direction == RESPONSE ? difference.response() : difference.request();
    }
  }

  private List<Change> changes() {
    Map<Found, Set<String>> found = new LinkedHashMap<>();
    for (Compared each : compared) {
      add(each, each.pair(), found);
    }
    for (Compared each : compared) {
      Set<TypePair> seen = new HashSet<>(Set.of(each.pair()));
      List<TypePair> left = new ArrayList<>(each.pair().inner());
      while (!left.isEmpty()) {
        TypePair pair = left.remove(left.size() - 1);
        if (seen.add(pair)) {
          add(each, pair, found);
          left.addAll(pair.inner());
        }
      }
    }
    List<Change> changes = new ArrayList<>(new LinkedHashSet<>(ofPorts));
    found.forEach(
        (each, operations) ->
            changes.add(
                new Change(
                    each.impact(),
                    each.direction(),
                    each.place(),
                    each.difference().text(),
                    List.copyOf(operations))));
    changes.sort(Comparator.comparing(Change::impact));
    return List.copyOf(changes);
  }

  private static void add(Compared compared, TypePair pair, Map<Found, Set<String>> found) {
    for (Difference each : pair.differences()) {
      found
          .computeIfAbsent(
              new Found(pair.place(), compared.direction(), each), added -> new LinkedHashSet<>())
          .add(compared.operation());
    }
  }
}
