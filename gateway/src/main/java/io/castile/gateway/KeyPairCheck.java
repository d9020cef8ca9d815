package io.castile.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out whether a key is that of a certificate: TLS takes any two, and fails at each handshake
 * where they are not, as while only one of them has been replaced.
 */
final class KeyPairCheck {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");

  /** How keys of an algorithm sign; those of others are not checked. */
  private static final Map<String, String> SIGNATURES =
      Map.of(
          "RSA", "SHA256withRSA",
          "EC", "SHA256withECDSA",
          "EdDSA", "EdDSA",
          "Ed25519", "EdDSA",
          "Ed448", "EdDSA");

  private static final byte[] SIGNED = "signed".getBytes(StandardCharsets.US_ASCII);

  private KeyPairCheck() {}

  /**
   * Compares the first certificate of a file with the key of another.
   *
   * @throws IOException if they do not belong together
   */
  static void check(Path certificate, Path key) throws IOException {
    Matcher pem = KEY.matcher(Files.readString(key, StandardCharsets.ISO_8859_1));
    try (InputStream in = Files.newInputStream(certificate)) {
      PublicKey shown =
          CertificateFactory.getInstance("X.509").generateCertificate(in).getPublicKey();
      String algorithm = SIGNATURES.get(shown.getAlgorithm());
      if (algorithm != null && pem.find() && !isPair(shown, pem.group(1), algorithm)) {
        throw new IOException(
            "expected the key of " + certificate + " but found another in " + key);
      }
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "expected the key of " + certificate + " in " + key + ": " + e.getMessage(), e);
    }
  }

  private static boolean isPair(PublicKey shown, String base64, String algorithm)
      throws GeneralSecurityException {
    PrivateKey secret =
        KeyFactory.getInstance(shown.getAlgorithm())
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64)));
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(secret);
    signature.update(SIGNED);
    byte[] signed = signature.sign();
    signature.initVerify(shown);
    signature.update(SIGNED);
    try {
      return signature.verify(signed);
    } catch (GeneralSecurityException e) { // as where a signature has another size than the key
      return false;
    }
  }
}
