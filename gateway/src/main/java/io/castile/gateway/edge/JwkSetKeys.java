package io.castile.gateway.edge;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of a JWK set (RFC 7517) by which signatures are checked: public keys of RSA and of
 * elliptic curves. Other keys of the set, as those for encryption and secrets, are passed over.
 * Immutable and thread-safe.
 */
final class JwkSetKeys {
  private static final Logger log = LoggerFactory.getLogger(JwkSetKeys.class);

  static final int MOST_BYTES = 1 << 20;
  private static final int MOST_KEYS = 100;

  /** RFC 7518 §3.3. */
  private static final int LEAST_RSA_BITS = 2_048;

  /** The number of keys with which a token is tried that does not name one. */
  private static final int MOST_TRIED = 8;

  private static final Map<Curve, JWSAlgorithm> CURVES =
      Map.of(
          Curve.P_256, JWSAlgorithm.ES256,
          Curve.P_384, JWSAlgorithm.ES384,
          Curve.P_521, JWSAlgorithm.ES512);

  private static final Set<JWSAlgorithm> RSA =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512);

  /**
   * The algorithms by which tokens may be signed: a key that checks a signature by these makes
   * none.
   */
  static final Set<JWSAlgorithm> ALGORITHMS =
      Stream.concat(RSA.stream(), CURVES.values().stream()).collect(Collectors.toUnmodifiableSet());

  /**
   * A key.
   *
   * @param jwk as it stands in the set, without its private part
   * @param algorithms for which it may be used
   */
  private record Key(JWK jwk, Set<JWSAlgorithm> algorithms, JWSVerifier verifier) {
    boolean fits(JWSHeader header) {
      String id = header.getKeyID();
      return algorithms.contains(header.getAlgorithm())
          && (id == null || id.equals(jwk.getKeyID()));
    }
  }

  private final List<Key> keys;

  private JwkSetKeys(List<Key> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * @throws IOException if the file cannot be read, or has no set with a key
   */
  static JwkSetKeys read(Path file) throws IOException {
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException(file + ": expected at most " + MOST_BYTES + " bytes but found more");
    }
    try {
      return parse(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  /**
   * @param json in UTF-8
   * @throws IOException if it is no set with a key
   */
  static JwkSetKeys parse(byte[] json) throws IOException {
    List<Key> keys = new ArrayList<>();
    for (Map<String, Object> each : items(json)) {
      Key key = key(each);
      if (key != null) {
        keys.add(key);
      }
      if (keys.size() > MOST_KEYS) {
        throw new IOException("expected at most " + MOST_KEYS + " public keys but found more");
      }
    }
    if (keys.isEmpty()) {
      throw new IOException(
          "expected one public key or more, of RSA with 2048 bits or of a curve of NIST, but found"
              + " none");
    }
    return new JwkSetKeys(keys);
  }

  private static List<Map<String, Object>> items(byte[] json) throws IOException {
    Map<String, Object>[] items;
    try {
      String text = new String(json, StandardCharsets.UTF_8);
      items = JSONObjectUtils.getJSONObjectArray(JSONObjectUtils.parse(text), "keys");
    } catch (ParseException | RuntimeException | StackOverflowError e) {
      throw new IOException("expected a JWK set, an object of JSON with 'keys', but found none", e);
    }
    if (items == null) {
      throw new IOException("expected a JWK set, but found an object of JSON without 'keys'");
    }
    return List.of(items);
  }

  /** Reads a key; null for one that is for something else, or of a kind that is not known. */
  private static @Nullable Key key(Map<String, Object> json) {
    try {
      JWK jwk = JWK.parse(json).toPublicJWK(); // null for a secret
      return jwk == null || !isForSignatures(jwk) ? null : key(jwk);
    } catch (ParseException | JOSEException | RuntimeException e) {
      log.warn("a key of a JWK set is passed over: {}", e.getMessage());
      return null;
    }
  }

  private static boolean isForSignatures(JWK jwk) {
    Set<KeyOperation> operations = jwk.getKeyOperations();
    return (jwk.getKeyUse() == null || jwk.getKeyUse().equals(KeyUse.SIGNATURE))
        && (operations == null
            || operations.isEmpty()
            || operations.contains(KeyOperation.VERIFY)
            || operations.contains(KeyOperation.SIGN));
  }

  private static @Nullable Key key(JWK jwk) throws JOSEException {
    if (jwk instanceof RSAKey rsa) {
      if (rsa.size() < LEAST_RSA_BITS) {
        log.warn("a key of a JWK set is passed over: it has less than {} bits", LEAST_RSA_BITS);
        return null;
      }
      return key(jwk, RSA, new RSASSAVerifier(rsa));
    }
    JWSAlgorithm ofCurve = jwk instanceof ECKey ec ? CURVES.get(ec.getCurve()) : null;
    return ofCurve == null ? null : key(jwk, Set.of(ofCurve), new ECDSAVerifier(jwk.toECKey()));
  }

  private static @Nullable Key key(JWK jwk, Set<JWSAlgorithm> algorithms, JWSVerifier verifier) {
    Set<JWSAlgorithm> narrowed = new HashSet<>(algorithms);
    if (jwk.getAlgorithm() != null) {
      narrowed.removeIf(each -> !each.getName().equals(jwk.getAlgorithm().getName()));
    }
    return narrowed.isEmpty() ? null : new Key(jwk, Set.copyOf(narrowed), verifier);
  }

  /**
   * Returns what checks signatures with the keys that may be meant by a header: those of its {@code
   * kid} that are for its algorithm.
   */
  List<JWSVerifier> fitting(JWSHeader header) {
    List<JWSVerifier> fitting = new ArrayList<>();
    for (Key key : keys) {
      if (fitting.size() < MOST_TRIED && key.fits(header)) {
        fitting.add(key.verifier());
      }
    }
    return fitting;
  }

  /** Whether another set has the same keys. */
  boolean isSame(@Nullable JwkSetKeys other) {
    return other != null
        && keys.stream().map(Key::jwk).toList().equals(other.keys.stream().map(Key::jwk).toList());
  }
}
