package io.castile.soap.security.internal;

import io.castile.soap.security.PasswordType;
import io.castile.soap.security.ServerSecurity;
import io.castile.soap.security.internal.SecurityHeader.UnclearException;
import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The claim of a message about its sender in a WS-Security header (UsernameToken Profile 1.1 §3.1),
 * read as strictly as the server's {@link ServerSecurity} reads it: the one Username of the one
 * UsernameToken of the one Security header counts, in the right namespaces and places. Nothing here
 * is checked; code that believes a claim must have reasons of its own.
 *
 * <p>It is the one reader of such claims: the response cache and the differential link have no
 * other. Public for them only: no API, without a promise of compatibility.
 *
 * <p>Immutable and thread-safe.
 */
public final class SenderClaim {
  /** The kind of a claim. */
  public enum Kind {
    /** The message has no Security header. */
    NO_HEADER,
    /** The header names no user: it is empty, or has a Timestamp only. */
    NOBODY,
    /** A user, without a password. */
    NAME,
    /** A user and the password. */
    PASSWORD,
    /** A user, and a digest by which the sender proves to know the password: another each time. */
    DIGEST,
    /**
     * The claim is unclear: several headers, tokens or names, tokens of other kinds, unknown
     * elements, or a message that is no envelope. Readers may differ in the sender that they take
     * from it.
     */
    UNCLEAR
  }

  private static final SenderClaim NO_HEADER = new SenderClaim(Kind.NO_HEADER, null, null);
  private static final SenderClaim NOBODY = new SenderClaim(Kind.NOBODY, null, null);
  private static final SenderClaim UNCLEAR = new SenderClaim(Kind.UNCLEAR, null, null);

  private final Kind kind;
  private final @Nullable String user;
  private final @Nullable String password;

  private SenderClaim(Kind kind, @Nullable String user, @Nullable String password) {
    this.kind = kind;
    this.user = user;
    this.password = password;
  }

  /** Whether an element is the Security header block of WS-Security. */
  public static boolean isSecurity(QName block) {
    return block.equals(Wsse.SECURITY);
  }

  /**
   * Returns the claim of a message. Only what is before the body is read.
   *
   * @param charset the name of its encoding as the transport gave it; null for none
   */
  public static SenderClaim ofMessage(byte[] message, @Nullable String charset) {
    try {
      XmlReader in = new XmlReader().reset(message, 0, message.length, charset);
      XmlName envelope = in.nextChild(null);
      XmlName child = envelope == null ? null : in.nextChild(null);
      boolean hasHeader =
          envelope != null
              && child != null
              && child.local().equals("Header")
              && child.uri().equals(envelope.uri());
      SenderClaim found = NO_HEADER;
      while (hasHeader && in.nextChild(null) != null) {
        if (!isSecurity(in.name().toQName())) {
          in.skipElement();
        } else if (found == NO_HEADER) {
          found = of(SecurityHeader.read(in));
        } else {
          return UNCLEAR;
        }
      }
      return found;
    } catch (UnclearException | XmlException e) {
      return UNCLEAR;
    }
  }

  /**
   * Returns the claim of a header block.
   *
   * @param element a document of its own, in UTF-8
   */
  public static SenderClaim ofBlock(byte[] element) {
    try {
      XmlReader in = new XmlReader().reset(element, 0, element.length);
      XmlName name = in.nextChild(null);
      return name != null && isSecurity(name.toQName()) ? of(SecurityHeader.read(in)) : NO_HEADER;
    } catch (UnclearException | XmlException e) {
      return UNCLEAR;
    }
  }

  private static SenderClaim of(SecurityHeader header) {
    UsernameToken token = header.token();
    if (token == null) {
      return NOBODY;
    }
    if (header.isExtended()) {
      return UNCLEAR; // as an extension may tell apart senders of one name
    }
    if (token.type() == null) {
      return new SenderClaim(Kind.NAME, token.user(), null);
    }
    return token.type() == PasswordType.TEXT
        ? new SenderClaim(Kind.PASSWORD, token.user(), token.password())
        : new SenderClaim(Kind.DIGEST, token.user(), null);
  }

  /** Returns the kind of the claim. */
  public Kind kind() {
    return kind;
  }

  /** Returns the name that the message claims; null where it claims none, or more than one. */
  public @Nullable String user() {
    return user;
  }

  /**
   * Returns a text that is the same for all messages that claim the same with the same proof, and
   * for no others; null where there is none, as a digest is another one each time. It may hold the
   * password.
   */
  public @Nullable String identity() {
    boolean hasIdentity = kind == Kind.NAME || kind == Kind.PASSWORD;
    return hasIdentity && user != null ? identity(user, password) : null;
  }

  /**
   * Returns the same text for a user and password.
   *
   * @param password null for none
   */
  public static String identity(String user, @Nullable String password) {
    Objects.requireNonNull(user, "user");
    return user.length() + ":" + user + (password == null ? "" : "\n" + password);
  }

  /** Omits name and password. */
  @Override
  public String toString() {
    return "claim: " + kind;
  }
}
