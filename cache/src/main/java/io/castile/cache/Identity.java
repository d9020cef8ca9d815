package io.castile.cache;

import io.castile.cache.Vary.Kind;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/**
 * Whether a request may be answered from the cache in view of who sends it: what says who the
 * sender is, or is unknown, must be in the key, or the policy must say that all senders share
 * answers. A pure function of policy and request.
 *
 * @param bypass why not
 * @param found what the request has, for people
 * @param remedy the line for the policy that would allow it; null if there is none
 */
record Identity(Bypass bypass, String found, String remedy) {
  private static final String SHARED = "shared: true";

  /** Returns what stands against it; null for nothing. */
  static Identity refusal(OperationPolicy policy, RequestFacts facts) {
    if (facts == RequestFacts.NONE || policy.shared()) {
      return null;
    }
    List<Vary> vary = policy.vary();
    for (Bypass credentials : List.of(Bypass.AUTHORIZATION, Bypass.COOKIE)) {
      String field = credentials.word();
      if (facts.fields().has(field) && !vary.contains(Vary.httpHeader(field))) {
        return new Identity(
            credentials, "HTTP header " + field, "vary: [{httpHeader: " + field + "}]");
      }
    }
    for (HeaderBlock block : facts.blocks()) {
      boolean seenTo = facts.isAddressingSeenTo() && block.isAddressing();
      Identity refusal = seenTo ? null : ofBlock(policy, block);
      if (refusal != null) {
        return refusal;
      }
    }
    if (facts.certificate()) {
      return new Identity(Bypass.CERTIFICATE, "a client certificate", SHARED);
    }
    if (facts.hidden() != null) {
      return new Identity(
          Bypass.HIDDEN_PARTS, "parts that cannot be seen: " + facts.hidden(), SHARED);
    }
    return null;
  }

  private static Identity ofBlock(OperationPolicy policy, HeaderBlock block) {
    if (names(policy, block.name())) {
      return null;
    }
    if (block.isSecurity()) {
      boolean byUser = policy.vary().contains(Vary.wsSecurityUser());
      return byUser && block.user() != null
          ? null
          : new Identity(
              Bypass.WS_SECURITY,
              byUser ? "a Security header without a user" : "a Security header",
              byUser ? SHARED : "vary: [wsSecurityUser]");
    }
    return new Identity(
        Bypass.SOAP_HEADER,
        "header block " + block.name(),
        "vary: [{soapHeader: \"" + block.name() + "\"}]");
  }

  /** Whether the policy names the block, as one that is in the key or does not matter. */
  private static boolean names(OperationPolicy policy, QName block) {
    return policy.vary().stream()
            .anyMatch(
                vary ->
                    vary.kind() == Kind.SOAP_HEADER && QualifiedName.matches(vary.name(), block))
        || policy.ignore().stream()
            .anyMatch(
                ignored ->
                    ignored.kind() == Ignored.Kind.SOAP_HEADER
                        && QualifiedName.matches(ignored.name(), block));
  }

  /** What {@code vary} names of a request, in its order: the parts of its key's scope. */
  static List<String> parts(OperationPolicy policy, RequestFacts facts) {
    return policy.vary().stream()
        .filter(vary -> vary.kind() != Kind.ARGUMENT)
        .map(vary -> part(vary, facts))
        .collect(Collectors.toList()); // which may have nulls
  }

  private static String part(Vary vary, RequestFacts facts) {
    return switch (vary.kind()) {
      case HTTP_HEADER -> {
        List<String> lines = facts.fields().lines(vary.name());
        yield lines.isEmpty() ? null : String.join("\n", lines);
      }
      case SOAP_HEADER -> blocks(vary, facts);
      case WS_SECURITY_USER ->
          facts.blocks().stream()
              .filter(HeaderBlock::isSecurity)
              .map(HeaderBlock::user)
              .reduce(null, (one, other) -> one == null ? other : one + "\n" + other);
      case ARGUMENT -> throw new AssertionError("arguments are the content of the key");
    };
  }

  private static String blocks(Vary vary, RequestFacts facts) {
    StringBuilder text = null;
    for (HeaderBlock block : facts.blocks()) {
      if (QualifiedName.matches(vary.name(), block.name())) {
        text = text == null ? new StringBuilder() : text;
        text.append(block.text().length()).append(':').append(block.text());
      }
    }
    return text == null ? null : text.toString();
  }
}
