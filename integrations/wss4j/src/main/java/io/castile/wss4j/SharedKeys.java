package io.castile.wss4j;

import java.util.Base64;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.common.util.KeyUtils;

/** The names of keys that a request brings. */
final class SharedKeys {
  private SharedKeys() {}

  /** The digest by which a response refers to an encrypted key (SOAP Message Security §7.7). */
  static String sha1(byte[] encrypted) {
    try {
      return Base64.getEncoder().encodeToString(KeyUtils.generateDigest(encrypted));
    } catch (WSSecurityException e) {
      throw new AssertionError("every Java platform has SHA-1", e);
    }
  }
}
