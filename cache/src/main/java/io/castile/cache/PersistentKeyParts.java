package io.castile.cache;

import io.castile.cache.key.Digest;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.PolicyKey;
import io.castile.cache.policy.PolicyPrinter;
import io.castile.soap.model.Parameter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of keys that outlive the process. What tells callers apart may be a secret, so a digest
 * stands for it; and as the policy may be another one after a restart, each key says what it was
 * made under. Immutable and thread-safe.
 */
final class PersistentKeyParts {
  /**
   * What decides whom an answer is for, and that HTTP was asked whether it may be kept. The words
   * about lifetimes are not among them: these follow from the policy that holds when it is read.
   */
  private static final List<PolicyKey<?>> DECISIVE =
      List.of(
          PolicyKey.VARY,
          PolicyKey.CREDENTIALS,
          PolicyKey.IGNORE,
          PolicyKey.SHARED,
          PolicyKey.HTTP);

  /** Another one wherever other header fields of HTTP are in keys, whatever the policy says. */
  private static final String FIELDS = "fields: 2\n";

  private final String fingerprint;

  PersistentKeyParts(CachedOperation site, OperationPolicy policy) {
    StringBuilder text = new StringBuilder(FIELDS);
    for (PolicyKey<?> word : DECISIVE) {
      text.append(word.name()).append(": ").append(print(word, policy)).append('\n');
    }
    for (Parameter result : site.results()) { // what is kept is written by these
      text.append(result.slot())
          .append(' ')
          .append(result.element())
          .append(' ')
          .append(result.type().getName())
          .append('\n');
    }
    fingerprint = Digest.of(text.toString());
  }

  private static <T> String print(PolicyKey<T> word, OperationPolicy policy) {
    return PolicyPrinter.inline(word.type().tree(Objects.requireNonNull(policy.get(word))));
  }

  /**
   * The parts that are kept for those of a call.
   *
   * @param parts null for what the call does not have
   */
  @Nullable String[] of(List<@Nullable String> parts) {
    @Nullable String[] lasting = new String[1 + parts.size()];
    lasting[0] = fingerprint;
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      lasting[i + 1] = part == null ? null : Digest.of(fingerprint + part);
    }
    return lasting;
  }
}
