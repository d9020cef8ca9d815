package io.castile.wss4j;

import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.wss4j.common.crypto.AlgorithmSuite;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.transform.STRTransform;
import org.jspecify.annotations.Nullable;

/**
 * The algorithms of messages that leave, and those that are accepted of messages that come.
 *
 * @param signature null for what fits the key: RSA or ECDSA with SHA-256
 * @param accepted by WSS4J; not changed
 */
record Algorithms(
    @Nullable String signature,
    String digest,
    String encryption,
    String keyTransport,
    AlgorithmSuite accepted) {
  private static final int MIN_RSA_BITS = 2048;
  private static final int MAX_RSA_BITS = 16384;

  /**
   * The signature algorithms for which no attack is known; none with SHA-1, and no block modes
   * without a tag.
   */
  private static final List<String> SIGNATURES =
      List.of(
          WSConstants.RSA_SHA256,
          "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384",
          "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
          "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
          "http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1",
          "http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1",
          WSConstants.ECDSA_SHA256,
          "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384",
          "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512");

  private static final List<String> DIGESTS =
      List.of(
          WSConstants.SHA256, "http://www.w3.org/2001/04/xmldsig-more#sha384", WSConstants.SHA512);

  private static final List<String> CIPHERS =
      List.of(WSConstants.AES_128_GCM, WSConstants.AES_192_GCM, WSConstants.AES_256_GCM);

  private static final List<String> KEY_TRANSPORTS =
      List.of(WSConstants.KEYTRANSPORT_RSAOAEP, WSConstants.KEYTRANSPORT_RSAOAEP_XENC11);

  /**
   * Returns the safe algorithms, and those that the application names.
   *
   * @param dereferences whether a signature may cover what a reference to a token stands for
   */
  static Algorithms of(SecuritySettings settings, boolean dereferences) {
    String signature = settings.text(SecuritySettings.SIGNATURE_ALGORITHM);
    String digest = settings.text(SecuritySettings.DIGEST_ALGORITHM, WSConstants.SHA256);
    String cipher = settings.text(SecuritySettings.ENCRYPTION_ALGORITHM, WSConstants.AES_256_GCM);
    String transport =
        settings.text(SecuritySettings.KEY_TRANSPORT_ALGORITHM, WSConstants.KEYTRANSPORT_RSAOAEP);
    AlgorithmSuite accepted =
        accepted(
            with(SIGNATURES, signature),
            with(DIGESTS, digest),
            with(CIPHERS, cipher),
            with(KEY_TRANSPORTS, transport));
    if (dereferences) {
      accepted.addTransformAlgorithm(STRTransform.TRANSFORM_URI);
    }
    return new Algorithms(signature, digest, cipher, transport, accepted);
  }

  /** Returns the algorithms of a policy, and no others. */
  static Algorithms ofPolicy(String signature, String digest, String cipher, String transport) {
    return new Algorithms(
        signature,
        digest,
        cipher,
        transport,
        accepted(List.of(signature), List.of(digest), List.of(cipher), List.of(transport)));
  }

  private static List<String> with(List<String> known, @Nullable String more) {
    List<String> all = new ArrayList<>(known);
    all.addAll(more == null ? List.of() : Collections.singletonList(more));
    return all;
  }

  private static AlgorithmSuite accepted(
      List<String> signatures,
      List<String> digests,
      List<String> ciphers,
      List<String> transports) {
    AlgorithmSuite suite = new AlgorithmSuite();
    signatures.forEach(suite::addSignatureMethod);
    digests.forEach(suite::addDigestAlgorithm);
    ciphers.forEach(suite::addEncryptionMethod);
    transports.forEach(suite::addKeyWrapAlgorithm);
    suite.addC14nAlgorithm(WSConstants.C14N_EXCL_OMIT_COMMENTS);
    suite.addTransformAlgorithm(WSConstants.C14N_EXCL_OMIT_COMMENTS);
    suite.setMinimumAsymmetricKeyLength(MIN_RSA_BITS);
    suite.setMaximumAsymmetricKeyLength(MAX_RSA_BITS);
    suite.setMaximumEllipticCurveKeyLength(1024);
    suite.setMinimumEllipticCurveKeyLength(224);
    return suite;
  }

  /** All that is accepted of one message or another. */
  static AlgorithmSuite union(Collection<Algorithms> all) {
    List<String> signatures = new ArrayList<>();
    List<String> digests = new ArrayList<>();
    List<String> ciphers = new ArrayList<>();
    List<String> transports = new ArrayList<>();
    for (Algorithms each : all) {
      signatures.addAll(each.accepted.getSignatureMethods());
      digests.addAll(each.accepted.getDigestAlgorithms());
      ciphers.addAll(each.accepted.getEncryptionMethods());
      transports.addAll(each.accepted.getKeyWrapAlgorithms());
    }
    return accepted(signatures, digests, ciphers, transports);
  }

  /** The algorithm by which a key signs. */
  String signatureFor(PublicKey key) {
    if (signature != null) {
      return signature;
    }
    return key.getAlgorithm().equals("EC") ? WSConstants.ECDSA_SHA256 : WSConstants.RSA_SHA256;
  }
}
