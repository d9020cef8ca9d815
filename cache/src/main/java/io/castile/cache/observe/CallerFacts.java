package io.castile.cache.observe;

import io.castile.cache.key.HeaderBlock;
import io.castile.cache.key.RequestAttributes;
import io.castile.soap.http.CredentialFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What tells the caller of a request, in the words of a policy. The cache's own rule of what
 * callers share looks at the same.
 */
final class CallerFacts {
  private final Map<String, StringBuilder> values = new TreeMap<>();

  private CallerFacts() {}

  static List<SeenIdentity> identities(RequestAttributes facts, Digester digester) {
    CallerFacts found = new CallerFacts();
    for (int i = 0; i < facts.fields().size(); i++) {
      if (CredentialFields.isCredential(facts.fields().name(i))) {
        found.add(
            SeenIdentity.HTTP_HEADER + lower(facts.fields().name(i)), facts.fields().value(i));
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

  /** What no policy can name counts as hidden. */
  private void add(String name, String value) {
    String known;
    try {
      known = SeenIdentity.checkedName(name);
    } catch (IllegalArgumentException e) {
      known = SeenIdentity.HIDDEN;
    }
    values
        .computeIfAbsent(known, added -> new StringBuilder())
        .append(value.length())
        .append(':')
        .append(value);
  }
}
