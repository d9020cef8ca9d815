package io.castile.cache.internal;

import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.internal.PolicyKey;
import io.castile.cache.policy.internal.PolicyPrinter;
import io.castile.cache.policy.internal.ResolvedRule;
import io.castile.cache.request.Digest;
import io.castile.soap.model.internal.Parameter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of keys that outlive the process. What tells callers apart may be a secret, so a digest
 * stands for it, and of the target only the path is told; and as the policy may be another one
 * after a restart, each key says what it was made under. Immutable and thread-safe.
 */
final class PersistentKeyParts {
  /**
   * The words of the policy that decide which callers an answer is for, and whether HTTP was asked
   * if it may be kept. The words about lifetimes are not among them: lifetimes follow from the
   * policy that holds when the entry is read.
   */
  private static final List<PolicyKey<?>> DECISIVE =
      List.of(
          PolicyKey.VARY,
          PolicyKey.CREDENTIALS,
          PolicyKey.IGNORE,
          PolicyKey.SHARED,
          PolicyKey.HTTP);

  /** How many parts stand before those of the call. */
  static final int ADDED = 1;

  /** Another one wherever other header fields of HTTP are in keys, whatever the policy says. */
  private static final String FIELDS = "fields: 3\n";

  private final String fingerprint;

  PersistentKeyParts(CachedOperation cachedOperation, OperationPolicy policy) {
    StringBuilder text = new StringBuilder(FIELDS);
    for (PolicyKey<?> word : DECISIVE) {
      text.append(word.name()).append(": ").append(print(word, policy)).append('\n');
    }
    for (Parameter result : cachedOperation.results()) { // what is kept is written by these
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
    return PolicyPrinter.inline(
        word.type().tree(Objects.requireNonNull(ResolvedRule.value(policy, word))));
  }

  /**
   * The parts that are kept for those of a call, behind one of their own.
   *
   * @param parts null for what the call does not have
   * @param target the index of {@link CacheCall#target}; negative if it is not among the parts
   */
  @Nullable String[] of(List<@Nullable String> parts, int target) {
    @Nullable String[] lasting = new String[ADDED + parts.size()];
    lasting[0] = fingerprint;
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      if (part != null) {
        String digest = Digest.of(fingerprint + part);
        lasting[ADDED + i] = i == target ? path(part) + "\n" + digest : digest;
      }
    }
    return lasting;
  }

  /** The first line of a target, without query and parameters of segments (RFC 3986 §3.3). */
  private static String path(String target) {
    int end = 0;
    while (end < target.length() && "\n?;".indexOf(target.charAt(end)) < 0) {
      end++;
    }
    return target.substring(0, end);
  }
}
