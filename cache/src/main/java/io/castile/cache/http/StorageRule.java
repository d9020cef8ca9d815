package io.castile.cache.http;

import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.Vary;
import io.castile.soap.Headers;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether a response may be stored (RFC 9111 §3), and why not.
 *
 * <p>That faults, one-way calls, and requests with credentials the policy does not name are never
 * stored is not decided here: it depends on more than header fields.
 *
 * @param allowed whether it may
 * @param reason in words, without values of header fields
 */
public record StorageRule(boolean allowed, String reason) {
  private static final int OK = 200;

  /** The content is stored decoded, so how it was coded on the way makes no difference. */
  private static final Set<String> OF_TRANSFER =
      Set.of("accept-encoding", "available-dictionary", "castile");

  /**
   * Decides about a response that has come.
   *
   * @param request its header fields, which count only if the policy follows HTTP
   */
  public static StorageRule decide(
      OperationPolicy policy, Headers request, StoredResponse response) {
    if (!policy.cached()) {
      return refused(policy.reason());
    }
    if (response.status() != OK) {
      return refused("the status is " + response.status());
    }
    return policy.http()
        ? byHttp(policy, request, response)
        : new StorageRule(true, policy.reason());
  }

  private static StorageRule byHttp(
      OperationPolicy policy, Headers request, StoredResponse response) {
    CacheControl directives = CacheControl.of(response.fields());
    if (CacheControl.of(request).has("no-store")) {
      return refused("the request has no-store");
    }
    if (directives.has("no-store")) {
      return refused("the response has no-store");
    }
    if (directives.has("private") && !policy.perCaller()) {
      return refused("the response is private, and the policy does not vary by caller");
    }
    if (request.has("authorization")
        && !named(policy).contains("authorization")
        && !policy.shared()) {
      // RFC 9111 §3.5.
      boolean allowed =
          directives.hasPlain("public")
              || directives.has("must-revalidate")
              || directives.seconds("s-maxage") >= 0;
      if (!allowed) {
        return refused("the request has Authorization, and the response does not say public");
      }
    }
    String unnamed = unnamed(policy, response);
    if (!unnamed.isEmpty()) {
      return refused(
          "the response varies by " + unnamed + ", which the policy's vary does not name");
    }
    return byLifetime(policy, response);
  }

  /** The members of Vary that are not in the key (RFC 9111 §4.1). */
  private static String unnamed(OperationPolicy policy, StoredResponse response) {
    Set<String> members = new TreeSet<>(StoredFields.members(response.fields(), "vary"));
    members.removeAll(named(policy));
    members.removeAll(OF_TRANSFER);
    return String.join(", ", members);
  }

  private static Set<String> named(OperationPolicy policy) {
    return policy.vary().stream()
        .filter(vary -> vary.kind() == Vary.Kind.HTTP_HEADER)
        .map(Vary::name)
        .collect(Collectors.toSet());
  }

  private static StorageRule byLifetime(OperationPolicy policy, StoredResponse response) {
    FreshnessLifetime lifetime = FreshnessLifetime.of(policy, response);
    Instant usableUntil =
        SaturatedTime.later(lifetime.whileRevalidateUntil(), lifetime.ifErrorUntil());
    if (!response.responseTime().isBefore(usableUntil) && !Validation.isPossible(response)) {
      return refused("the response is stale already, by " + lifetime.source());
    }
    return new StorageRule(true, "fresh by " + lifetime.source());
  }

  private static StorageRule refused(String reason) {
    return new StorageRule(false, reason);
  }
}
