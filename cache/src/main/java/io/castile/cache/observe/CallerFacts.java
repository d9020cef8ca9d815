package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.http.message.CredentialFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The facts of a request that identify its caller, in the words of a policy, at which the cache's
 * own rule of sharing looks too; and the other header fields by which responses may differ.
 */
final class CallerFacts {
  /** Header fields by which no answer differs, or which the request has already. */
  private static final Set<String> PASSED_OVER =
      Set.of(
          "accept-encoding",
          "baggage",
          "cache-control",
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "date",
          "expect",
          "http2-settings",
          "keep-alive",
          "max-forwards",
          "pragma",
          "proxy-connection",
          "soapaction",
          "te",
          "traceparent",
          "tracestate",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "via");

  private final Map<String, StringBuilder> values = new TreeMap<>();

  private CallerFacts() {}

  static List<SeenIdentity> identities(RequestAttributes facts, Digester digester) {
    CallerFacts found = new CallerFacts();
    for (int i = 0; i < facts.fields().size(); i++) {
      String name = lower(facts.fields().name(i));
      String value = facts.fields().value(i);
      if (CredentialFields.isCredential(name)) {
        found.add(SeenIdentity.HTTP_HEADER + name, value);
      } else if (!PASSED_OVER.contains(name) && !name.startsWith("if-")) {
        found.add(SeenIdentity.FIELD + name, value);
      }
    }
    for (HeaderBlock block : facts.blocks()) {
      if (!facts.isAddressingSeenTo() || !block.isAddressing()) {
        found.add(block);
      }
    }
    if (facts.sender() != null) {
      found.add(SeenIdentity.USER, facts.sender());
    }
    if (facts.certificate()) {
      found.add(SeenIdentity.CERTIFICATE, "");
    }
    if (facts.hidden() != null) {
      found.add(SeenIdentity.HIDDEN, facts.hidden());
    }
    List<SeenIdentity> all = new ArrayList<>();
    found.values.forEach(
        (name, value) -> all.add(new SeenIdentity(name, digester.of(value.toString()))));
    return all;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private void add(HeaderBlock block) {
    if (!block.isSecurity()) {
      add(SeenIdentity.SOAP_HEADER + block.name(), block.text());
      return;
    }
    String claimed = block.claim() == null ? null : block.claim().identity();
    if (claimed == null) {
      add(SeenIdentity.HIDDEN, block.text());
    } else {
      add(SeenIdentity.USER, claimed);
    }
  }

  /** What no policy can name counts as hidden, but for a field that does not tell the caller. */
  private void add(String name, String value) {
    String known;
    try {
      known = SeenIdentity.checkedName(name);
    } catch (IllegalArgumentException e) {
      if (name.startsWith(SeenIdentity.FIELD)) {
        return;
      }
      known = SeenIdentity.HIDDEN;
    }
    values
        .computeIfAbsent(known, added -> new StringBuilder())
        .append(value.length())
        .append(':')
        .append(value);
  }
}
