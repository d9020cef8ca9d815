package io.castile.gateway.admin;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.internal.PolicyReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The policy as people read and change it, and what it was before. Thread-safe. */
final class PolicyDesk {
  private static final Logger log = LoggerFactory.getLogger(PolicyDesk.class);
  private static final int MOST_VERSIONS = 20;
  private static final int TAG_BYTES = 8;
  private static final String SOURCE = "policy";

  private final ResponseCache cache;
  private final PolicyPlace place;

  /** The newest first; guarded by this. */
  private final Deque<Version> versions = new ArrayDeque<>();

  private int count;

  /**
   * A policy that holds, or held.
   *
   * @param number counts up
   * @param time since when it holds, or since when it is known to hold
   * @param change how it came: {@code start}, {@code edit}, {@code rollback}, {@code file} where
   *     the file or the program changed, or {@code fleet} where another one of the fleet did
   * @param text as YAML
   */
  record Version(int number, Instant time, String change, String text, CachePolicy policy) {
    String tag() {
      try {
        byte[] digest =
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return number + "-" + HexFormat.of().formatHex(Arrays.copyOf(digest, TAG_BYTES));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(
            "Cannot digest the policy, because this JDK has no SHA-256.", e);
      }
    }
  }

  PolicyDesk(ResponseCache cache, PolicyPlace place) {
    this.cache = cache;
    this.place = place;
    current();
  }

  /** Returns what holds now. */
  synchronized Version current() {
    CachePolicy holds = cache.policy();
    Version last = versions.peekFirst();
    String text = text(holds, last);
    if (last != null && last.policy.equals(holds) && last.text.equals(text)) {
      return last;
    }
    return add(last == null ? "start" : place.change(), text, holds);
  }

  /** The text that says a policy: the place's, the last one's, or one that is made. */
  private String text(CachePolicy policy, @Nullable Version last) {
    Optional<String> placed = place.text();
    if (placed.isPresent() && isOf(policy, placed.get())) {
      return placed.get();
    }
    return last != null && last.policy.equals(policy) ? last.text : policy.print();
  }

  private static boolean isOf(CachePolicy policy, String text) {
    try {
      return CachePolicy.parse(SOURCE, text).equals(policy);
    } catch (PolicyException e) {
      log.debug("the text that is kept does not say the policy that holds: {}", e.toString());
      return false;
    }
  }

  private Version add(String change, String text, CachePolicy policy) {
    Version version = new Version(++count, Instant.now(), change, text, policy);
    versions.addFirst(version);
    if (versions.size() > MOST_VERSIONS) {
      versions.removeLast();
    }
    return version;
  }

  /** Returns what holds and held, the newest first. */
  synchronized List<Version> history() {
    current();
    return List.copyOf(versions);
  }

  /**
   * Reads a draft.
   *
   * @throws ApiException with each error, its line and its column
   */
  static CachePolicy parse(String draft) {
    byte[] yaml = draft.getBytes(StandardCharsets.UTF_8);
    List<PolicyException> problems = PolicyReader.check(SOURCE, yaml);
    if (problems.isEmpty()) {
      return CachePolicy.parse(SOURCE, yaml);
    }
    List<Map<String, Object>> errors = new ArrayList<>();
    for (PolicyException problem : problems) {
      Map<String, Object> error = new LinkedHashMap<>();
      error.put("line", problem.line());
      error.put("column", problem.column());
      error.put("problem", problem.problem());
      errors.add(error);
    }
    PolicyException first = problems.get(0);
    String text =
        "it is no policy: line "
            + first.line()
            + ", column "
            + first.column()
            + ": "
            + first.problem();
    throw new ApiException(text, Json.reply(422, Map.of("error", text, "errors", errors)));
  }

  /**
   * Has a policy hold from now on.
   *
   * @param tag of the version that it replaces
   * @throws ApiException if it is no policy, another version holds, or it cannot be written
   */
  synchronized Version replace(String text, String tag, String change) {
    CachePolicy policy = parse(text);
    Version before = current();
    if (!tag.equals(before.tag())) {
      throw new ApiException(
          412, "the policy was changed meanwhile; version " + before.number + " holds");
    }
    place.replace(before.text(), text, policy);
    if (!cache.policy().equals(policy)) {
      return current(); // another change came first
    }
    Version version = add(change, text, policy);
    log.info("the policy was replaced ({}): version {}", change, version.number);
    return version;
  }

  /** Returns a version that holds or held; empty if it is not known, or not any more. */
  synchronized Optional<Version> version(int number) {
    return versions.stream().filter(each -> each.number == number).findFirst();
  }
}
