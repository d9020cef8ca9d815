package io.castile.soap.http.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The words in names of header fields that identify the sender of a request, or prove the identity.
 */
final class CredentialNames {
  /** Words by themselves, between hyphens, underscores and dots. */
  private static final Set<String> WORDS =
      Set.of(
          "2fa",
          "acl",
          "actor",
          "affiliation",
          "claim",
          "claims",
          "cn",
          "displayname",
          "dn",
          "entitlement",
          "entitlements",
          "eppn",
          "givenname",
          "group",
          "groups",
          "hmac",
          "licence",
          "license",
          "mac",
          "mail",
          "mfa",
          "negotiate",
          "nonce",
          "ntlm",
          "oam",
          "otp",
          "permission",
          "permissions",
          "pin",
          "pincode",
          "privilege",
          "privileges",
          "psk",
          "pw",
          "pwd",
          "role",
          "roles",
          "scope",
          "scopes",
          "sid",
          "sig",
          "sign",
          "spnego",
          "sudo",
          "totp",
          "uid",
          "upn",
          "usr");

  /** Parts of words, which are written together with others, as in {@code accesstoken}. */
  private static final List<String> STEMS =
      List.of(
          "account",
          "anmeld",
          "apikey",
          "assertion",
          "authent",
          "authori",
          "bearer",
          "behalf",
          "benutzer",
          "caller",
          "certificat",
          "contrasena",
          "cookie",
          "credential",
          "customer",
          "consumer",
          "delegat",
          "dpop",
          "email",
          "fingerprint",
          "identity",
          "impersonat",
          "initiator",
          "jeton",
          "jwt",
          "kennwort",
          "kerberos",
          "kunde",
          "logon",
          "login",
          "mandant",
          "motdepasse",
          "oauth",
          "oidc",
          "operator",
          "principal",
          "requester",
          "requestor",
          "saml",
          "secret",
          "sessid",
          "session",
          "shib",
          "signature",
          "signin",
          "sitzung",
          "subject",
          "subscriber",
          "tenant",
          "thumbprint",
          "ticket",
          "token",
          "usuario",
          "utilisateur",
          "wsse");

  /** Stems that stand at the beginning or the end of a word. */
  private static final List<String> ENDS = List.of("auth", "cert", "pass", "sso", "user");

  /** The parties that have a number or a name, as in {@code clientid}. */
  private static final Set<String> PARTIES =
      Set.of(
          "access",
          "actor",
          "admin",
          "affiliate",
          "agency",
          "agent",
          "anonymous",
          "app",
          "application",
          "bank",
          "basket",
          "branch",
          "broker",
          "business",
          "cart",
          "client",
          "company",
          "contact",
          "dealer",
          "developer",
          "device",
          "employee",
          "guest",
          "installation",
          "issuer",
          "member",
          "merchant",
          "org",
          "organisation",
          "organization",
          "owner",
          "partner",
          "party",
          "patient",
          "person",
          "profile",
          "security",
          "sender",
          "shop",
          "staff",
          "store",
          "student",
          "subscription",
          "supplier",
          "universal",
          "vendor",
          "visitor",
          "workspace");

  private static final List<String> KNOWN_BY =
      List.of(
          "code",
          "dn",
          "guid",
          "id",
          "identifier",
          "issuer",
          "key",
          "login",
          "name",
          "nr",
          "num",
          "number",
          "pin",
          "ref",
          "serial",
          "uuid",
          "verified",
          "verify");

  /** Words before {@code key} where it proves nothing. */
  private static final Set<String> HARMLESS_KEYS =
      Set.of(
          "cache",
          "correlation",
          "dedup",
          "deduplication",
          "idempotence",
          "idempotency",
          "message",
          "partition",
          "routing",
          "shard",
          "sort",
          "surrogate",
          "websocket");

  /** Words that name a program of log-in, whose further words are all about the user. */
  private static final Set<String> PREFIXES = Set.of("iv", "sm");

  /** Words that begin names in the variables of web servers. */
  private static final Set<String> LEADING = Set.of("http", "x");

  private CredentialNames() {}

  /**
   * @param lower a name in lower case: HTTP/2 has no other
   */
  public static boolean has(String lower) {
    List<String> words = words(lower);
    if (words.isEmpty()) {
      return false;
    }
    if (lower.equals("from")) { // RFC 9110 §10.1.2
      return true;
    }
    int first = LEADING.contains(words.get(0)) && words.size() > 1 ? 1 : 0;
    if (words.size() > 1 && PREFIXES.contains(words.get(first))) {
      return true;
    }
    boolean hasTls = false;
    boolean hasClient = false;
    String before = "";
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean isAgent =
          word.equals("user") && i + 1 < words.size() && words.get(i + 1).equals("agent");
      if ((!isAgent && isCredential(word)) || isKnownBy(before, word)) {
        return true;
      }
      hasTls |= word.equals("ssl") || word.equals("tls") || word.equals("mtls");
      hasClient |= word.equals("client") || word.equals("peer");
      if ((before.equals("act") || before.equals("run")) && word.equals("as")) {
        return true;
      }
      before = word;
    }
    return hasTls && hasClient;
  }

  /** Runs of letters and digits. */
  private static List<String> words(String lower) {
    List<String> words = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= lower.length(); i++) {
      if (i == lower.length() || !Character.isLetterOrDigit(lower.charAt(i))) {
        if (i > start) {
          words.add(lower.substring(start, i));
        }
        start = i + 1;
      }
    }
    return words;
  }

  private static boolean isCredential(String word) {
    String bare = withoutDigits(word);
    if (WORDS.contains(word) || WORDS.contains(bare)) {
      return true;
    }
    for (String stem : STEMS) {
      if (bare.contains(stem)) {
        return true;
      }
    }
    for (String end : ENDS) {
      boolean begins = bare.startsWith(end) && !bare.equals("useragent");
      if (begins || bare.endsWith(end)) {
        return true;
      }
    }
    for (String known : KNOWN_BY) {
      int start = bare.length() - known.length();
      if (start > 0 && bare.endsWith(known) && isKnownBy(bare.substring(0, start), known)) {
        return true;
      }
    }
    return false;
  }

  private static String withoutDigits(String word) {
    int end = word.length();
    while (end > 0 && Character.isDigit(word.charAt(end - 1))) {
      end--;
    }
    return word.substring(0, end);
  }

  /** Whether a word says by what the word before it is known. */
  private static boolean isKnownBy(String party, String word) {
    if (word.equals("key")) {
      return !HARMLESS_KEYS.contains(party);
    }
    return KNOWN_BY.contains(word) && PARTIES.contains(party);
  }
}
