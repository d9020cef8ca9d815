package io.castile.gateway.edge;

import io.castile.gateway.config.AccessConfig;
import io.castile.gateway.config.BasicAccess;
import io.castile.gateway.config.JwkSetPlace;
import io.castile.gateway.config.JwtAccess;
import io.castile.gateway.config.KeyAccess;
import io.castile.gateway.config.Passing;
import io.castile.gateway.http.Reply;
import io.castile.soap.http.message.CredentialFields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which clients may call a route.
 *
 * <p>The cache is told of a caller as follows: a credential that the origin gets is in the fields,
 * and counts there as any that a client sends, if the name of its field says that it is one. If the
 * name does not, or the origin does not get it, it is the caller of the request, which counts as a
 * certificate does, unless all clients that may call the route are to share answers. Thread-safe.
 */
final class AccessGate {
  private final AccessConfig config;
  private final @Nullable WatchedFiles<PasswordFile> passwords; // null for none
  private final @Nullable WatchedFiles<KeyFile<String>> keys; // null for none
  private final @Nullable Tokens tokens; // null for none

  private AccessGate(
      AccessConfig config,
      @Nullable WatchedFiles<PasswordFile> passwords,
      @Nullable WatchedFiles<KeyFile<String>> keys,
      @Nullable Tokens tokens) {
    this.config = config;
    this.passwords = passwords;
    this.keys = keys;
    this.tokens = tokens;
  }

  /**
   * Reads the files of a configuration.
   *
   * @param known others, whose addresses of keys need not be asked anew
   * @throws IOException if a file cannot be read, or is not what it should be
   */
  static AccessGate of(AccessConfig config, Collection<AccessGate> known) throws IOException {
    BasicAccess basic = config.basic();
    KeyAccess key = config.keys();
    JwtAccess jwt = config.jwt();
    return new AccessGate(
        config,
        basic == null
            ? null
            : new WatchedFiles<>(List.of(basic.users()), () -> PasswordFile.read(basic.users())),
        key == null
            ? null
            : new WatchedFiles<>(
                List.of(key.file()), () -> KeyFile.read(key.file(), (digest, behind) -> digest)),
        jwt == null ? null : new Tokens(jwt, source(jwt.jwks(), known), InstantSource.system()));
  }

  private static KeySource source(JwkSetPlace place, Collection<AccessGate> known)
      throws IOException {
    URI url = place.url();
    if (url == null) {
      return new JwkSetFile(Objects.requireNonNull(place.file(), "file"));
    }
    for (AccessGate each : known) {
      if (each.tokens != null
          && each.tokens.source() instanceof JwkSetUrl asked
          && asked.url().equals(url)) {
        return asked;
      }
    }
    return new JwkSetUrl(url);
  }

  AccessConfig config() {
    return config;
  }

  /** Returns the files that may change. */
  List<Watched> watched() {
    List<Watched> watched = new ArrayList<>();
    if (passwords != null) {
      watched.add(passwords);
    }
    if (keys != null) {
      watched.add(keys);
    }
    if (tokens != null) {
      watched.add(tokens.source());
    }
    return watched;
  }

  /**
   * Returns the answer to a request from an address that may not call; null for others.
   *
   * @param client null for one that is not known
   */
  @Nullable Reply refusal(@Nullable InetAddress client) {
    return config.addresses().allows(client)
        ? null
        : Reply.ofText(403, "requests from this address are refused (access.addresses)");
  }

  /**
   * Looks for a credential, and removes what the origin is not to get. A token has to be right even
   * where a key is, too: the origin, which may believe it, gets none that was not checked.
   *
   * @param fields of the request
   * @param admission is told of the caller, and of a credential that is still to be checked
   * @return the answer where there is none; null where one is right, or is still to be checked, and
   *     where none is asked for
   */
  @Nullable Reply check(HttpHeaders fields, Admission admission) {
    if (passwords == null && keys == null && tokens == null) {
      return null;
    }
    boolean hasToken = tokens != null && shows(fields, BearerToken::mayBeBearer);
    boolean isShown = showsKey(fields, admission);
    if (hasToken) {
      isShown = showsToken(fields, admission);
    } else if (!isShown) {
      isShown = showsPassword(fields, admission);
    }
    removeCredentials(fields);
    return isShown ? null : hasToken ? invalidToken() : unauthorized();
  }

  private static boolean shows(HttpHeaders fields, Predicate<String> kind) {
    return fields.getAll(HttpHeaderNames.AUTHORIZATION).stream().anyMatch(kind);
  }

  private boolean showsToken(HttpHeaders fields, Admission admission) {
    List<String> shown = fields.getAll(HttpHeaderNames.AUTHORIZATION);
    BearerToken token = shown.size() == 1 ? BearerToken.read(shown.get(0)) : null;
    if (token == null || tokens == null) {
      return false;
    }
    if (!tokens.remembers(token, admission)) {
      admission.pending(new TokenCheck(tokens, token, admission));
    }
    return true;
  }

  private boolean showsKey(HttpHeaders fields, Admission admission) {
    KeyAccess access = config.keys();
    if (access == null || keys == null) {
      return false;
    }
    List<String> shown = fields.getAll(access.field());
    String digest = shown.size() == 1 ? keys.value().find(shown.get(0)) : null;
    if (digest == null) {
      return false;
    }
    boolean isSeen =
        access.passing() == Passing.FORWARDED && CredentialFields.isCredential(access.field());
    if (!isSeen && access.passing() != Passing.REMOVED_AND_SHARED) {
      admission.caller("key " + digest);
    }
    return true;
  }

  private boolean showsPassword(HttpHeaders fields, Admission admission) {
    BasicAccess access = config.basic();
    if (access == null || passwords == null) {
      return false;
    }
    List<String> shown = fields.getAll(HttpHeaderNames.AUTHORIZATION);
    BasicCredential credential = shown.size() == 1 ? BasicCredential.read(shown.get(0)) : null;
    if (credential == null) {
      return false;
    }
    PasswordFile known = passwords.value();
    if (!known.remembers(credential.user(), credential.password())) {
      admission.pending(new PasswordCheck(known, credential.user(), credential.password()));
    }
    if (access.passing() == Passing.REMOVED) {
      admission.caller("user " + credential.user());
    }
    return true;
  }

  private void removeCredentials(HttpHeaders fields) {
    KeyAccess key = config.keys();
    if (key != null && key.passing() != Passing.FORWARDED) {
      fields.remove(key.field());
    }
    BasicAccess basic = config.basic();
    JwtAccess jwt = config.jwt();
    boolean isRemoved =
        basic != null
                && basic.passing() != Passing.FORWARDED
                && shows(fields, BasicCredential::isBasic)
            || jwt != null
                && jwt.passing() != Passing.FORWARDED
                && shows(fields, BearerToken::isBearer);
    if (isRemoved) {
      fields.remove(HttpHeaderNames.AUTHORIZATION);
    }
  }

  /** Returns the answer to a request without a credential that is right. */
  Reply unauthorized() {
    return unauthorized("");
  }

  /** Returns the answer to a request whose token is not one that the route takes. */
  Reply invalidToken() {
    return unauthorized(", error=\"invalid_token\"");
  }

  /**
   * @param error what is said of the token that was shown; empty where there was none
   */
  private Reply unauthorized(String error) {
    BasicAccess basic = config.basic();
    KeyAccess key = config.keys();
    JwtAccess jwt = config.jwt();
    List<String> ways = new ArrayList<>();
    List<String> challenges = new ArrayList<>();
    if (basic != null) {
      ways.add("a name and a password");
      challenges.add("Basic realm=\"" + basic.realm() + "\", charset=\"UTF-8\"");
    }
    if (key != null) {
      ways.add("a key in " + key.field());
      challenges.add("ApiKey field=\"" + key.field() + "\"");
    }
    if (jwt != null) {
      ways.add("a bearer token");
      challenges.add("Bearer realm=\"" + jwt.realm() + "\"" + error);
    }
    Reply reply = Reply.ofText(401, "the route is called with " + String.join(" or ", ways));
    reply.fields().add(HttpHeaderNames.WWW_AUTHENTICATE, challenges);
    return reply;
  }

  /** The keys in a file, which is read again when it changes. Thread-safe. */
  private static final class JwkSetFile implements KeySource {
    private final WatchedFiles<JwkSetKeys> keys;

    /**
     * @throws IOException if the file cannot be read, or has no set with a key
     */
    JwkSetFile(Path file) throws IOException {
      keys = new WatchedFiles<>(List.of(file), () -> JwkSetKeys.read(file));
    }

    @Override
    public JwkSetKeys keys() {
      return keys.value();
    }

    @Override
    public CompletableFuture<Void> newer() {
      return CompletableFuture.completedFuture(null); // it is looked at anyway
    }

    @Override
    public void look() {
      keys.look();
    }
  }

  /**
   * A check of a password, which has not begun. Immutable.
   *
   * @param passwords the passwords that were valid when the request came
   */
  private record PasswordCheck(PasswordFile passwords, String user, String password)
      implements PendingCheck {
    @Override
    public CompletableFuture<CheckResult> start(CredentialChecks checks) {
      return checks
          .passwords()
          .check(
              () ->
                  passwords.verify(user, password)
                      ? CheckResult.RIGHT
                      : CheckResult.WRONG_PASSWORD);
    }

    @Override
    public String toString() {
      return "PasswordCheck"; // not the password
    }
  }
}
