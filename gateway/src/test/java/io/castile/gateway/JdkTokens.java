package io.castile.gateway;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tokens and JWK sets that are put together by hand, and signed by the JDK. */
final class JdkTokens {
  private static final Map<String, KeyPair> RSA_KEYS = new ConcurrentHashMap<>();

  private JdkTokens() {}

  /**
   * Returns the keys of an owner; one RSA pair for all its algorithms, as making one takes long.
   */
  static KeyPair keys(String algorithm, String owner) throws GeneralSecurityException {
    if (algorithm.startsWith("ES")) {
      return keys(algorithm);
    }
    KeyPair known = RSA_KEYS.get(owner);
    if (known == null) {
      known = keys(algorithm);
      RSA_KEYS.put(owner, known);
    }
    return known;
  }

  private static KeyPair keys(String algorithm) throws GeneralSecurityException {
    KeyPairGenerator maker;
    if (algorithm.startsWith("ES")) {
      maker = KeyPairGenerator.getInstance("EC");
      maker.initialize(
          new ECGenParameterSpec(
              switch (algorithm) {
                case "ES256" -> "secp256r1";
                case "ES384" -> "secp384r1";
                default -> "secp521r1";
              }));
    } else {
      maker = KeyPairGenerator.getInstance("RSA");
      maker.initialize(2048);
    }
    return maker.generateKeyPair();
  }

  /** Returns the set of one public key (RFC 7518 §6). */
  static String set(KeyPair keys, String id) {
    String members;
    if (keys.getPublic() instanceof RSAPublicKey rsa) {
      members =
          "\"kty\":\"RSA\",\"n\":\"%s\",\"e\":\"%s\""
              .formatted(number(rsa.getModulus(), 256), number(rsa.getPublicExponent(), 3));
    } else {
      ECPublicKey ec = (ECPublicKey) keys.getPublic();
      int bits = ec.getParams().getCurve().getField().getFieldSize();
      int bytes = (bits + 7) / 8;
      members =
          "\"kty\":\"EC\",\"crv\":\"P-%d\",\"x\":\"%s\",\"y\":\"%s\""
              .formatted(
                  bits,
                  number(ec.getW().getAffineX(), bytes),
                  number(ec.getW().getAffineY(), bytes));
    }
    return "{\"keys\":[{%s,\"kid\":\"%s\"}]}".formatted(members, id);
  }

  static String token(String algorithm, KeyPair keys, String header, String claims)
      throws GeneralSecurityException {
    String signed = base64(header) + "." + base64(claims);
    Signature signature = signature(algorithm);
    signature.initSign(keys.getPrivate());
    signature.update(signed.getBytes(StandardCharsets.US_ASCII));
    return signed + "." + base64(signature.sign());
  }

  private static Signature signature(String algorithm) throws GeneralSecurityException {
    String hash = algorithm.substring(2);
    switch (algorithm.substring(0, 2)) {
      case "RS":
        return Signature.getInstance("SHA" + hash + "withRSA");
      case "ES":
        return Signature.getInstance("SHA" + hash + "withECDSAinP1363Format");
      default:
        Signature signature = Signature.getInstance("RSASSA-PSS");
        int bytes = Integer.parseInt(hash) / 8; // RFC 7518 §3.5: the salt is as long as the hash
        String name = "SHA-" + hash;
        signature.setParameter(
            new PSSParameterSpec(name, "MGF1", new MGF1ParameterSpec(name), bytes, 1));
        return signature;
    }
  }

  private static String number(BigInteger number, int bytes) {
    byte[] signed = number.toByteArray(); // with a byte of zeros before, or with too few
    byte[] exact = new byte[bytes];
    int length = Math.min(bytes, signed.length);
    System.arraycopy(signed, signed.length - length, exact, bytes - length, length);
    return base64(exact);
  }

  static String base64(String text) {
    return base64(text.getBytes(StandardCharsets.UTF_8));
  }

  static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Whether two tokens have the same bytes: the last digit of a part has bits that say nothing. */
  static boolean isSame(String one, String other) {
    String[] parts = one.split("\\.", -1);
    String[] others = other.split("\\.", -1);
    try {
      return parts.length == others.length
          && parts[0].equals(others[0])
          && parts[1].equals(others[1])
          && Arrays.equals(
              Base64.getUrlDecoder().decode(parts[2]), Base64.getUrlDecoder().decode(others[2]));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
