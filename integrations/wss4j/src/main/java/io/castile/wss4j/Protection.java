package io.castile.wss4j;

import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * How a message is protected: what is done to one that leaves, and required of one that comes.
 *
 * @param timestamp whether it has a Timestamp, which a signature covers where there is one
 * @param user its username token; null for none
 * @param assertion whether it has an assertion of SAML
 * @param signing its signature; null for none
 * @param encrypting what is encrypted; null for nothing
 * @param encryptsFirst whether the signature is over what is encrypted already
 * @param algorithms by which it is signed and encrypted
 */
record Protection(
    boolean timestamp,
    @Nullable User user,
    boolean assertion,
    @Nullable Signing signing,
    @Nullable Encrypting encrypting,
    boolean encryptsFirst,
    Algorithms algorithms) {
  /** Whether nothing is protected. */
  boolean isNone() {
    return !timestamp && user == null && !assertion && signing == null && encrypting == null;
  }

  /**
   * A username token.
   *
   * @param passwordType the URI of the type of its password; null for text, or any that comes
   * @param isSigned whether the signature covers it
   * @param isEncrypted whether it is encrypted
   */
  record User(@Nullable String passwordType, boolean isSigned, boolean isEncrypted) {}

  /**
   * A signature.
   *
   * @param body whether it covers the body
   * @param required the header blocks that the message must have, and that it covers; {@code *} as
   *     a local name is for all of a namespace, of which there must be one
   * @param optional the header blocks that it covers where the message has them
   * @param allHeaders whether it covers all header blocks but that of security
   * @param tokens whether it covers the token by which it is verified
   * @param bySharedKey whether it is by the key that the request brings, and by no certificate
   * @param keyIdentifier how the certificate is referred to, of {@code WSConstants}
   */
  record Signing(
      boolean body,
      Set<QName> required,
      Set<QName> optional,
      boolean allHeaders,
      Set<Token> tokens,
      boolean bySharedKey,
      int keyIdentifier) {
    boolean covers(QName header) {
      return allHeaders || has(required, header) || has(optional, header);
    }

    private static boolean has(Set<QName> names, QName header) {
      return names.contains(header) || names.contains(new QName(header.getNamespaceURI(), "*"));
    }

    /** Returns a header block that the envelope must have and does not have; null for none. */
    @Nullable QName missing(Envelope envelope) {
      for (QName name : required) {
        if (envelope.blocks().stream()
            .noneMatch(block -> has(Set.of(name), Envelope.name(block)))) {
          return name;
        }
      }
      return null;
    }
  }

  /** How a signature covers the token by which it is verified. */
  enum Token {
    /** The message has a BinarySecurityToken, which is covered. */
    BINARY,

    /** The BinarySecurityToken where there is one, or else what the reference to it stands for. */
    ANY,

    /** The token to which a reference leads, by the STR Dereference Transform. */
    REFERRED
  }

  /**
   * Encryption.
   *
   * @param body whether what is in the body is encrypted
   * @param signature whether the signature is
   * @param bySharedKey whether it is by the key that the request brings
   * @param keyIdentifier how the certificate is referred to, of {@code WSConstants}
   */
  record Encrypting(boolean body, boolean signature, boolean bySharedKey, int keyIdentifier) {}
}
