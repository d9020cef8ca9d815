package io.castile.cache.internal;

import io.castile.cache.Bypass;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.Vary;
import io.castile.cache.policy.Vary.Kind;
import io.castile.cache.policy.text.QualifiedName;
import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.http.message.CredentialFields;
import io.castile.soap.security.internal.SenderClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request may be answered from the cache in view of its sender: everything that
 * identifies the sender, or whose meaning is unknown, must be in the key, or the policy must say
 * that all senders share answers. A pure function of policy and request.
 *
 * @param bypass why not
 * @param found what the request has, for people
 * @param remedy the line for the policy that would allow it; null if there is none that keeps
 *     callers apart or is sure to be meant
 */
record SharingRule(Bypass bypass, String found, @Nullable String remedy) {
  /** Not for what may prove a sender that is not told: that would give everybody one's answers. */
  private static final String SHARED = "shared: true";

  private static final String BY_USER = "vary: [wsSecurityUser]";

  /**
   * Returns what stands against it; null for nothing.
   *
   * @param served whether this process serves the request: what it claims of its sender then is
   *     nothing to rely on
   */
  static @Nullable SharingRule refusal(
      OperationPolicy policy, RequestAttributes facts, boolean served) {
    if (facts.ambiguity() != null) { // senders that share answers do not share requests
      return new SharingRule(Bypass.AMBIGUOUS, facts.ambiguity(), null);
    }
    if (facts == RequestAttributes.NONE || policy.shared()) {
      return null;
    }
    for (int i = 0; i < facts.fields().size(); i++) {
      String field = facts.fields().name(i);
      if (!isCredential(policy, field)) {
        continue;
      }
      field = field.toLowerCase(Locale.ROOT);
      if (!policy.vary().contains(Vary.httpHeader(field))) {
        return new SharingRule(
            field.startsWith("cookie") ? Bypass.COOKIE : Bypass.AUTHORIZATION,
            "HTTP header " + field,
            "vary: [{httpHeader: " + field + "}]");
      }
    }
    for (HeaderBlock block : facts.blocks()) {
      boolean seenTo = facts.isAddressingSeenTo() && block.isAddressing();
      SharingRule refusal = seenTo ? null : ofBlock(policy, block, facts, served);
      if (refusal != null) {
        return refusal;
      }
    }
    if (facts.sender() != null && !policy.perCaller()) {
      return new SharingRule(Bypass.WS_SECURITY, "a known sender", BY_USER);
    }
    if (facts.certificate()) {
      return new SharingRule(Bypass.CERTIFICATE, "a client certificate", SHARED);
    }
    if (facts.hidden() != null) {
      return new SharingRule(
          Bypass.HIDDEN_PARTS, "parts that cannot be seen: " + facts.hidden(), SHARED);
    }
    return null;
  }

  private static boolean isCredential(OperationPolicy policy, String field) {
    return CredentialFields.isCredential(field)
        || (!policy.credentials().isEmpty()
            && policy.credentials().contains(field.toLowerCase(Locale.ROOT)));
  }

  private static @Nullable SharingRule ofBlock(
      OperationPolicy policy, HeaderBlock block, RequestAttributes facts, boolean served) {
    if (names(policy, block.name())) {
      return null;
    }
    if (!block.isSecurity()) {
      return new SharingRule(
          Bypass.SOAP_HEADER,
          "header block " + block.name(),
          "vary: [{soapHeader: \"" + block.name() + "\"}]");
    }
    if (!tellsSender(block, facts, served)) {
      return new SharingRule(
          Bypass.WS_SECURITY,
          served
              ? "a Security header whose sender is not the one that was authenticated"
              : "a Security header that does not tell its sender from others, as one with a digest"
                  + " or a signature",
          null);
    }
    return policy.vary().contains(Vary.wsSecurityUser())
        ? null
        : new SharingRule(Bypass.WS_SECURITY, "a Security header", BY_USER);
  }

  /** Whether no receiver could find another sender in a block than the one that is in the key. */
  private static boolean tellsSender(HeaderBlock block, RequestAttributes facts, boolean served) {
    SenderClaim claim = block.claim();
    boolean isOnly = facts.blocks().stream().filter(HeaderBlock::isSecurity).count() == 1;
    if (claim == null || !isOnly) {
      return false;
    }
    if (served) {
      return facts.sender() != null
          && (claim.kind() == SenderClaim.Kind.NOBODY || facts.sender().equals(claim.user()));
    }
    return facts.sender() == null && claim.identity() != null; // else there will be two headers
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
                    ignored.kind() == IgnoredPart.Kind.SOAP_HEADER
                        && QualifiedName.matches(ignored.name(), block));
  }

  /**
   * Returns the sender of a request, unless all senders share answers, and then what {@code vary}
   * names of the request, in its order: parts of its key's scope, null for each that is absent.
   */
  static List<@Nullable String> parts(OperationPolicy policy, RequestAttributes facts) {
    List<@Nullable String> parts = new ArrayList<>();
    parts.add(policy.shared() ? null : facts.sender());
    for (Vary vary : policy.vary()) {
      if (vary.kind() != Kind.ARGUMENT) {
        parts.add(part(vary, facts));
      }
    }
    return parts;
  }

  private static @Nullable String part(Vary vary, RequestAttributes facts) {
    return switch (vary.kind()) {
      case HTTP_HEADER -> facts.fields().get(vary.name());
      case SOAP_HEADER -> blocks(vary, facts);
      case WS_SECURITY_USER -> facts.sender() != null ? facts.sender() : claimed(facts);
      case ARGUMENT -> throw new AssertionError("arguments are the content of the key");
    };
  }

  /**
   * Returns the claim of the one Security header; a policy that shares responses takes it as it is.
   */
  private static @Nullable String claimed(RequestAttributes facts) {
    StringBuilder text = null;
    for (HeaderBlock block : facts.blocks()) {
      if (block.isSecurity()) {
        text = text == null ? new StringBuilder() : text;
        String identity = block.claim() == null ? null : block.claim().identity();
        String told = identity == null ? block.text() : identity;
        text.append(identity == null ? 'T' : 'I').append(told.length()).append(':').append(told);
      }
    }
    return text == null ? null : text.toString();
  }

  private static @Nullable String blocks(Vary vary, RequestAttributes facts) {
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
