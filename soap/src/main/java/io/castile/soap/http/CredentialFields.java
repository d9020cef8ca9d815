package io.castile.soap.http;

import java.util.Locale;
import java.util.Set;

/**
 * Knows the header fields of HTTP that say who sends a request, or prove it, by their names: those
 * of the specifications ({@code Authorization}, {@code Proxy-Authorization}, {@code Cookie}), and
 * those that gateways and services have made up, of which the words tell it, as in {@code
 * X-Api-Key}, {@code X-Forwarded-User} and {@code X-Forwarded-Client-Cert}. A name too many costs a
 * cache its hits, one too few gives somebody another one's answer, so that the doubt is for the
 * former.
 *
 * <p>Thread-safe.
 */
public final class CredentialFields {
  /** Of nearly every request, and those with a word that does not mean anybody. */
  private static final Set<String> HARMLESS =
      Set.of(
          "accept",
          "accept-encoding",
          "accept-language",
          "cache-control",
          "castile",
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "date",
          "expect",
          "host",
          "pragma",
          "soapaction",
          "te",
          "traceparent",
          "tracestate",
          "transfer-encoding",
          "upgrade",
          "user-agent",
          "via");

  /** Words between hyphens and underscores. */
  private static final Set<String> WORDS =
      Set.of(
          "account",
          "apikey",
          "assertion",
          "auth",
          "authenticated",
          "authentication",
          "authorization",
          "authtoken",
          "bearer",
          "caller",
          "cert",
          "certificate",
          "clientcert",
          "consumer",
          "cookie",
          "cookie2",
          "credential",
          "credentials",
          "customer",
          "dn",
          "email",
          "identity",
          "impersonate",
          "jwt",
          "login",
          "oauth",
          "oidc",
          "passwd",
          "password",
          "principal",
          "saml",
          "secret",
          "session",
          "sessionid",
          "signature",
          "sso",
          "subject",
          "tenant",
          "tenantid",
          "ticket",
          "token",
          "user",
          "userid",
          "username",
          "webauth");

  /** Words that tell it where {@code key} follows. */
  private static final Set<String> BEFORE_KEY =
      Set.of("access", "api", "app", "application", "client", "private", "subscription");

  /** Words that tell it where {@code id} follows. */
  private static final Set<String> BEFORE_ID = Set.of("client", "app", "application");

  private CredentialFields() {}

  /**
   * Whether a header field of that name is to be taken for one that says who sends a request.
   *
   * @param name in any case
   */
  public static boolean isCredential(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (HARMLESS.contains(lower)) {
      return false;
    }
    if (lower.equals("from")) { // RFC 9110 §10.1.2
      return true;
    }
    String before = "";
    int start = 0;
    while (start <= lower.length()) {
      int end = start;
      while (end < lower.length() && "-_.".indexOf(lower.charAt(end)) < 0) {
        end++;
      }
      String word = lower.substring(start, end);
      if (WORDS.contains(word)
          || (word.equals("key") && BEFORE_KEY.contains(before))
          || (word.equals("id") && BEFORE_ID.contains(before))) {
        return true;
      }
      before = word;
      start = end + 1;
    }
    return false;
  }
}
