package io.castile.gateway.admin;

import io.castile.gateway.edge.KeyFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a file of the admin listener: one that may do everything, or several, each with a
 * name and roles. Immutable and thread-safe.
 *
 * <pre>
 * # printf %s "$TOKEN" | sha256sum
 * 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  jenkins purge
 * </pre>
 */
final class AdminTokens {
  /** The name of the token of {@code tokenFile}. */
  static final String OF_TOKEN_FILE = "tokenFile";

  private static final int LEAST_TOKEN = 16;
  private static final Pattern OWNER =
      Pattern.compile("([a-zA-Z0-9][\\w.@-]{0,63})\\s+([a-z]+(?:,[a-z]+)*)");

  private final byte @Nullable [] master; // null for none
  private final @Nullable KeyFile<Holder> named; // null for none

  /**
   * The holder of a token, and the roles that it gives.
   *
   * @param name null where none is asked for
   */
  record Holder(@Nullable String name, Set<Role> roles) {
    /** Any client of a listener that has no tokens. */
    static final Holder ANYBODY = new Holder(null, EnumSet.allOf(Role.class));

    /** The holder of the one token that may do everything. */
    static final Holder MASTER = new Holder(OF_TOKEN_FILE, EnumSet.allOf(Role.class));

    Holder {
      roles = Set.copyOf(roles);
    }

    boolean may(Role role) {
      return roles.contains(role);
    }
  }

  private AdminTokens(byte @Nullable [] master, @Nullable KeyFile<Holder> named) {
    this.master = master;
    this.named = named;
  }

  /**
   * Reads the one token that may do everything.
   *
   * @throws IOException if the file cannot be read, or is not what it should be
   */
  static AdminTokens ofOne(Path file) throws IOException {
    return new AdminTokens(token(file), null);
  }

  /**
   * Reads tokens that have names and roles.
   *
   * @throws IOException if the file cannot be read, or is not what it should be
   */
  static AdminTokens ofNamed(Path file) throws IOException {
    Set<String> digests = new HashSet<>();
    return new AdminTokens(
        null, KeyFile.read(file, (digest, behind) -> holder(behind, digests.add(digest))));
  }

  private static byte[] token(Path file) throws IOException {
    String text = Files.readString(file).strip();
    if (text.length() < LEAST_TOKEN || text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new IOException(
          file
              + ": expected a token of "
              + LEAST_TOKEN
              + " or more characters of ASCII without space, found "
              + text.length());
    }
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads name and roles. Whatever a token is for, it reads: a change names the version that it
   * replaces, and a purge the entry, which are read before.
   */
  private static Holder holder(String text, boolean isNew) {
    Matcher owner = OWNER.matcher(text);
    if (!owner.matches()) {
      throw new IllegalArgumentException(
          "expected a name and roles behind the SHA-256, as: jenkins "
              + Role.words().replace(" ", ""));
    }
    if (owner.group(1).equals(OF_TOKEN_FILE)) {
      throw new IllegalArgumentException(
          "expected another name than " + OF_TOKEN_FILE + ", which the audit log calls that token");
    }
    if (!isNew) {
      throw new IllegalArgumentException("Cannot use a token in two lines. Remove one of them.");
    }
    Set<Role> roles = EnumSet.of(Role.READ);
    for (String word : owner.group(2).split(",")) {
      roles.add(Role.of(word));
    }
    return new Holder(owner.group(1), roles);
  }

  /** Returns whose a token is; null for one that is not known. */
  @Nullable Holder find(String token) {
    if (token.length() < LEAST_TOKEN) {
      return null; // as that of an empty text, whose digest is easily put into the file
    }
    Holder holder = named == null ? null : named.find(token);
    boolean isMaster =
        master != null && MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8), master);
    return isMaster ? Holder.MASTER : holder;
  }
}
