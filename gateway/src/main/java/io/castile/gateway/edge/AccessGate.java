package io.castile.gateway.edge;

import io.castile.gateway.config.AccessConfig;
import io.castile.gateway.config.BasicAccess;
import io.castile.gateway.config.KeyAccess;
import io.castile.gateway.config.Passing;
import io.castile.gateway.http.Reply;
import io.castile.soap.http.CredentialFields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who may call a route.
 *
 * <p>What the cache is told of a caller: a credential that the origin gets is in the fields, and
 * counts there as any that a client sends, if its name says that it is one. Where it does not, or
 * the origin does not get it, it is the caller of the request, which counts as a certificate does,
 * unless all who may call the route are to share answers. Thread-safe.
 */
final class AccessGate {
  private final AccessConfig config;
  private final @Nullable WatchedFiles<Passwords> passwords; // null for none
  private final @Nullable WatchedFiles<KeyFile<String>> keys; // their digests; null for none

  private AccessGate(
      AccessConfig config,
      @Nullable WatchedFiles<Passwords> passwords,
      @Nullable WatchedFiles<KeyFile<String>> keys) {
    this.config = config;
    this.passwords = passwords;
    this.keys = keys;
  }

  /**
   * Reads the files of a configuration.
   *
   * @throws IOException if one cannot be read, or is not what it should be
   */
  static AccessGate of(AccessConfig config) throws IOException {
    BasicAccess basic = config.basic();
    KeyAccess key = config.keys();
    return new AccessGate(
        config,
        basic == null
            ? null
            : new WatchedFiles<>(List.of(basic.users()), () -> Passwords.read(basic.users())),
        key == null
            ? null
            : new WatchedFiles<>(
                List.of(key.file()), () -> KeyFile.read(key.file(), (digest, behind) -> digest)));
  }

  AccessConfig config() {
    return config;
  }

  /** The files that are to be read again when they change. */
  List<WatchedFiles<?>> files() {
    List<WatchedFiles<?>> files = new ArrayList<>();
    if (passwords != null) {
      files.add(passwords);
    }
    if (keys != null) {
      files.add(keys);
    }
    return files;
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
   * Looks for a credential, and removes what the origin is not to get.
   *
   * @param fields of the request
   * @param admission is told of the caller, and of a password that is still to be checked
   * @return the answer where there is none; null where one is right, or is still to be checked, and
   *     where none is asked for
   */
  @Nullable Reply check(HttpHeaders fields, Admission admission) {
    if (passwords == null && keys == null) {
      return null;
    }
    boolean isShown = showsKey(fields, admission) || showsPassword(fields, admission);
    removeCredentials(fields);
    return isShown ? null : unauthorized();
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
    Passwords known = passwords.value();
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
    if (basic != null && basic.passing() != Passing.FORWARDED) {
      List<String> shown = fields.getAll(HttpHeaderNames.AUTHORIZATION);
      if (shown.stream().anyMatch(BasicCredential::isBasic)) {
        fields.remove(HttpHeaderNames.AUTHORIZATION);
      }
    }
  }

  /** Returns the answer to a request without a credential that is right. */
  Reply unauthorized() {
    BasicAccess basic = config.basic();
    KeyAccess key = config.keys();
    Reply reply =
        Reply.ofText(
            401,
            "the route is called with "
                + (basic == null ? "" : "a name and a password")
                + (basic == null || key == null ? "" : " or ")
                + (key == null ? "" : "a key in " + key.field()));
    if (basic != null) {
      reply
          .fields()
          .add(
              HttpHeaderNames.WWW_AUTHENTICATE,
              "Basic realm=\"" + basic.realm() + "\", charset=\"UTF-8\"");
    }
    if (key != null) {
      reply.fields().add(HttpHeaderNames.WWW_AUTHENTICATE, "ApiKey field=\"" + key.field() + "\"");
    }
    return reply;
  }
}
