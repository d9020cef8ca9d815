package io.castile.wss4j;

import io.castile.soap.security.MessageSecurity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.neethi.Assertion;
import org.apache.neethi.Policy;
import org.apache.wss4j.common.crypto.AlgorithmSuite;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Protections that the policies of a WSDL demand: of the port, the operation and the message
 * together (WS-SecurityPolicy §2, WS-Policy Attachment §4).
 */
final class PolicyProtections implements Protections {
  /**
   * The messages of an operation.
   *
   * @param requests the alternatives that are done; at least one
   * @param responses to each of them
   */
  private record Exchanged(List<Protection> requests, List<Protection> responses) {}

  private final Map<String, Exchanged> operations = new HashMap<>();
  private final Exchanged others;
  private final AlgorithmSuite accepted;

  private PolicyProtections(SecuritySettings settings, MessageSecurity.Port port) {
    WsPolicyReader reader = new WsPolicyReader(port.documents());
    PolicyCompiler compiler = new PolicyCompiler(settings, port);
    boolean prefersUser = settings.has(SecuritySettings.USERNAME);
    List<Policy> ofPort = new ArrayList<>();
    port.subjects().forEach(subject -> ofPort.addAll(reader.of(subject)));
    others =
        exchanged(
            reader.merged(ofPort), reader.merged(ofPort), compiler, prefersUser, port.place());
    for (Element subject : port.subjects()) {
      if (subject.getLocalName().equals("binding")) {
        for (Element operation : children(subject, "operation")) {
          List<Policy> ofOperation = new ArrayList<>(ofPort);
          ofOperation.addAll(reader.of(operation));
          operations.put(
              operation.getAttribute("name"),
              exchanged(
                  reader.merged(with(ofOperation, operation, "input", reader)),
                  reader.merged(with(ofOperation, operation, "output", reader)),
                  compiler,
                  prefersUser,
                  port.place() + ": operation " + operation.getAttribute("name")));
        }
      }
    }
    List<Algorithms> all = new ArrayList<>();
    others.requests().forEach(each -> all.add(each.algorithms()));
    for (Exchanged each : operations.values()) {
      each.requests().forEach(request -> all.add(request.algorithms()));
    }
    accepted = Algorithms.union(all);
  }

  /**
   * Returns what the policies of a port say.
   *
   * @return null where they say nothing about security
   * @throws IllegalArgumentException if they demand what is not done; names the assertion
   */
  static @Nullable PolicyProtections of(SecuritySettings settings, MessageSecurity.Port port) {
    if (port.subjects().isEmpty()) {
      return null;
    }
    PolicyProtections found = new PolicyProtections(settings, port);
    boolean isNone =
        isNone(found.others)
            && found.operations.values().stream().allMatch(PolicyProtections::isNone);
    return isNone ? null : found;
  }

  private static boolean isNone(Exchanged messages) {
    return messages.requests().stream().allMatch(Protection::isNone)
        && messages.responses().stream().allMatch(Protection::isNone);
  }

  private static List<Policy> with(
      List<Policy> outer, Element operation, String message, WsPolicyReader reader) {
    List<Policy> all = new ArrayList<>(outer);
    for (Element each : children(operation, message)) {
      all.addAll(reader.of(each));
    }
    return all;
  }

  private static List<Element> children(Element parent, String name) {
    return Envelope.children(parent).stream()
        .filter(child -> child.getLocalName().equals(name))
        .filter(child -> parent.getNamespaceURI().equals(child.getNamespaceURI()))
        .toList();
  }

  private static Exchanged exchanged(
      Policy request, Policy response, PolicyCompiler compiler, boolean prefersUser, String place) {
    List<List<Assertion>> asked = alternatives(request);
    List<List<Assertion>> answered = alternatives(response);
    if (asked.size() != answered.size()) {
      throw new IllegalArgumentException(
          place
              + ": expected as many alternatives for responses as for requests, which are "
              + asked.size()
              + ", found "
              + answered.size());
    }
    List<Protection> requests = new ArrayList<>();
    List<Protection> responses = new ArrayList<>();
    IllegalArgumentException first = null;
    for (int i = 0; i < asked.size(); i++) {
      try {
        Protection protection = compiler.protection(asked.get(i), true);
        Protection answer = compiler.protection(answered.get(i), false);
        boolean isFirst = prefersUser && protection.user() != null;
        requests.add(isFirst ? 0 : requests.size(), protection);
        responses.add(isFirst ? 0 : responses.size(), answer);
      } catch (IllegalArgumentException e) {
        first = first == null ? e : first;
      }
    }
    if (requests.isEmpty()) {
      throw new IllegalArgumentException(
          place
              + " demands "
              + (first == null ? "an assertion that cannot be met" : first.getMessage()),
          first);
    }
    return new Exchanged(List.copyOf(requests), List.copyOf(responses));
  }

  /** A policy without alternatives can be met by nothing. */
  private static List<List<Assertion>> alternatives(Policy policy) {
    List<List<Assertion>> all = new ArrayList<>();
    Iterator<List<Assertion>> alternatives = policy.getAlternatives();
    while (alternatives.hasNext()) {
      all.add(alternatives.next());
    }
    return all;
  }

  private Exchanged of(@Nullable QName operation) {
    return operation == null ? others : operations.getOrDefault(operation.getLocalPart(), others);
  }

  @Override
  public List<Protection> requests(@Nullable QName operation) {
    return of(operation).requests();
  }

  @Override
  public AlgorithmSuite accepted() {
    return accepted;
  }

  @Override
  public Protection response(@Nullable QName operation, int alternative) {
    return of(operation).responses().get(alternative);
  }
}
