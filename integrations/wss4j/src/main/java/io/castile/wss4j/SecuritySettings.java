package io.castile.wss4j;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import javax.security.auth.callback.CallbackHandler;
import org.apache.wss4j.common.cache.ReplayCache;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.crypto.CryptoFactory;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.dom.validate.Validator;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * The settings of an application, under the names that Apache CXF ({@code ws-security.*}) and WSS4J
 * ({@code action} and its companions) have for them. Immutable.
 */
final class SecuritySettings {
  static final String ACTION = "action";
  static final String RESPONSE_ACTION = "responseAction";
  static final String SIGNATURE_PARTS = "signatureParts";
  static final String RESPONSE_SIGNATURE_PARTS = "responseSignatureParts";
  static final String OPTIONAL_SIGNATURE_PARTS = "optionalSignatureParts";
  static final String ENCRYPTION_PARTS = "encryptionParts";
  static final String PASSWORD_TYPE = "passwordType";
  static final String SIGNATURE_KEY_IDENTIFIER = "signatureKeyIdentifier";
  static final String ENCRYPTION_KEY_IDENTIFIER = "encryptionKeyIdentifier";
  static final String SIGNATURE_ALGORITHM = "signatureAlgorithm";
  static final String DIGEST_ALGORITHM = "signatureDigestAlgorithm";
  static final String ENCRYPTION_ALGORITHM = "encryptionSymAlgorithm";
  static final String KEY_TRANSPORT_ALGORITHM = "encryptionKeyTransportAlgorithm";

  private static final String PREFIX = "ws-security.";
  static final String USERNAME = PREFIX + "username";
  static final String PASSWORD = PREFIX + "password";
  static final String CALLBACK_HANDLER = PREFIX + "callback-handler";
  static final String SIGNATURE = PREFIX + "signature";
  static final String ENCRYPTION = PREFIX + "encryption";
  static final String SIGNATURE_USERNAME = SIGNATURE + ".username";
  static final String SIGNATURE_PASSWORD = SIGNATURE + ".password";
  static final String ENCRYPTION_USERNAME = ENCRYPTION + ".username";
  static final String REVOCATION = PREFIX + "enableRevocation";
  static final String SUBJECTS = PREFIX + "subject.cert.constraints";
  static final String SUBJECTS_SEPARATOR = PREFIX + "cert.constraints.separator";
  static final String MUST_UNDERSTAND = PREFIX + "must-understand";
  static final String BSP_COMPLIANT = PREFIX + "is-bsp-compliant";
  static final String TIMESTAMP_TTL = PREFIX + "timestamp.timeToLive";
  static final String TIMESTAMP_FUTURE = PREFIX + "timestamp.futureTimeToLive";
  static final String TOKEN_TTL = PREFIX + "usernametoken.timeToLive";
  static final String TOKEN_FUTURE = PREFIX + "usernametoken.futureTimeToLive";
  static final String NONCES = PREFIX + "nonce.cache.instance";
  static final String TIMESTAMPS = PREFIX + "timestamp.cache.instance";
  static final String TOKEN_VALIDATOR = PREFIX + "ut.validator";
  static final String SIGNATURE_VALIDATOR = PREFIX + "signature.validator";
  static final String ASYMMETRIC_SIGNATURE = PREFIX + "asymmetric.signature.algorithm";
  static final String SYMMETRIC_SIGNATURE = PREFIX + "symmetric.signature.algorithm";
  static final String ASSERTION = PREFIX + "token.element";
  static final String ASSERTION_VALIDATOR = PREFIX + "saml2.validator";

  /** The value of {@link #ENCRYPTION_USERNAME} for the certificate by which a request is signed. */
  static final String SENDER_OF_REQUEST = "useReqSigCert";

  private static final int DEFAULT_TTL_SECONDS = 300;
  private static final int DEFAULT_FUTURE_SECONDS = 60;

  /** The properties that are known, and the class of their values where that is not text. */
  private static final Map<String, Class<?>> KNOWN = known();

  private static Map<String, Class<?>> known() {
    Map<String, Class<?>> known = new HashMap<>();
    for (String text :
        List.of(
            ACTION,
            RESPONSE_ACTION,
            SIGNATURE_PARTS,
            RESPONSE_SIGNATURE_PARTS,
            OPTIONAL_SIGNATURE_PARTS,
            ENCRYPTION_PARTS,
            PASSWORD_TYPE,
            SIGNATURE_KEY_IDENTIFIER,
            ENCRYPTION_KEY_IDENTIFIER,
            SIGNATURE_ALGORITHM,
            DIGEST_ALGORITHM,
            ENCRYPTION_ALGORITHM,
            KEY_TRANSPORT_ALGORITHM,
            USERNAME,
            PASSWORD,
            SIGNATURE_USERNAME,
            SIGNATURE_PASSWORD,
            ENCRYPTION_USERNAME,
            REVOCATION,
            SUBJECTS,
            SUBJECTS_SEPARATOR,
            MUST_UNDERSTAND,
            BSP_COMPLIANT,
            TIMESTAMP_TTL,
            TIMESTAMP_FUTURE,
            TOKEN_TTL,
            TOKEN_FUTURE,
            ASYMMETRIC_SIGNATURE,
            SYMMETRIC_SIGNATURE)) {
      known.put(text, String.class);
    }
    known.put(SIGNATURE + ".properties", Properties.class);
    known.put(ENCRYPTION + ".properties", Properties.class);
    known.put(SIGNATURE + ".crypto", Crypto.class);
    known.put(ENCRYPTION + ".crypto", Crypto.class);
    known.put(CALLBACK_HANDLER, CallbackHandler.class);
    known.put(NONCES, ReplayCache.class);
    known.put(TIMESTAMPS, ReplayCache.class);
    known.put(TOKEN_VALIDATOR, Validator.class);
    known.put(SIGNATURE_VALIDATOR, Validator.class);
    known.put(ASSERTION, Element.class);
    known.put(ASSERTION_VALIDATOR, SamlAssertionValidator.class);
    return Map.copyOf(known);
  }

  private final Map<String, Object> values = new HashMap<>();
  private final @Nullable Crypto own;
  private final @Nullable Crypto others;

  /**
   * @throws IllegalArgumentException if a property is not known, or its value not as it must be
   */
  SecuritySettings(Map<?, ?> properties) {
    properties.forEach((key, value) -> put(String.valueOf(key), value));
    own = crypto(SIGNATURE);
    others = crypto(ENCRYPTION);
  }

  /** CXF has names without {@code ws-} for some properties, which mean the same. */
  private void put(String key, Object value) {
    String name = key.startsWith("security.") ? "ws-" + key : key;
    Class<?> type = KNOWN.get(name);
    if (type == null) {
      throw new IllegalArgumentException(
          "expected a property of " + new TreeSet<>(KNOWN.keySet()) + ", found " + key);
    }
    boolean isText = type == String.class;
    boolean mayBeNamed = type == Properties.class || type == CallbackHandler.class;
    if (!isText && !type.isInstance(value) && !(mayBeNamed && value instanceof String)) {
      throw new IllegalArgumentException(
          key + ": expected a " + type.getName() + ", found " + nameOf(value));
    }
    values.put(name, isText ? String.valueOf(value) : value);
  }

  private static String nameOf(@Nullable Object value) {
    return value == null ? "null" : value.getClass().getName();
  }

  // ---- values ----

  boolean has(String key) {
    return values.containsKey(key);
  }

  @Nullable String text(String key) {
    return (String) values.get(key);
  }

  String text(String key, String otherwise) {
    return (String) values.getOrDefault(key, otherwise);
  }

  /**
   * @throws IllegalArgumentException if there is no such property
   */
  String required(String key, String what) {
    String text = text(key);
    if (text == null) {
      throw new IllegalArgumentException(
          "Cannot use " + what + " without the property " + key + ". Set it.");
    }
    return text;
  }

  boolean flag(String key, boolean otherwise) {
    String text = text(key);
    if (text == null) {
      return otherwise;
    }
    if (!Set.of("true", "false").contains(text)) {
      throw new IllegalArgumentException(key + ": expected true or false, found " + text);
    }
    return text.equals("true");
  }

  private int seconds(String key, int otherwise) {
    String text = text(key);
    if (text == null) {
      return otherwise;
    }
    if (!text.matches("[1-9][0-9]{0,6}")) {
      throw new IllegalArgumentException(
          key + ": expected seconds, from 1 to 9999999, found " + text);
    }
    return Integer.parseInt(text);
  }

  int timestampSeconds() {
    return seconds(TIMESTAMP_TTL, DEFAULT_TTL_SECONDS);
  }

  int timestampFutureSeconds() {
    return seconds(TIMESTAMP_FUTURE, DEFAULT_FUTURE_SECONDS);
  }

  int tokenSeconds() {
    return seconds(TOKEN_TTL, DEFAULT_TTL_SECONDS);
  }

  int tokenFutureSeconds() {
    return seconds(TOKEN_FUTURE, DEFAULT_FUTURE_SECONDS);
  }

  <T> @Nullable T instance(String key, Class<T> type) {
    return type.cast(values.get(key));
  }

  /** The certificates that may sign, by their subjects; empty for all that are trusted. */
  Collection<Pattern> subjects() {
    List<Pattern> patterns = new ArrayList<>();
    String text = text(SUBJECTS);
    if (text != null) {
      String separator = Pattern.quote(text(SUBJECTS_SEPARATOR, ","));
      for (String each : text.split(separator, -1)) {
        try {
          patterns.add(Pattern.compile(each.strip()));
        } catch (PatternSyntaxException e) {
          throw new IllegalArgumentException(SUBJECTS + ": " + e.getMessage(), e);
        }
      }
    }
    return patterns;
  }

  /** The handler that knows passwords; null for none. */
  @Nullable CallbackHandler handler() {
    Object value = values.get(CALLBACK_HANDLER);
    if (!(value instanceof String name)) {
      return (CallbackHandler) value;
    }
    try {
      return (CallbackHandler) load(name).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new IllegalArgumentException(
          "Cannot use the class of "
              + CALLBACK_HANDLER
              + ", because it has no usable constructor without parameters: "
              + e,
          e);
    }
  }

  private static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, true, loader());
  }

  private static ClassLoader loader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? SecuritySettings.class.getClassLoader() : context;
  }

  // ---- keys and certificates ----

  /** The key of this end, which signs and decrypts; null for none. */
  @Nullable Crypto own() {
    return own;
  }

  /**
   * The certificates of the other end, for which is encrypted and by which is verified; those
   * beside this end's key where there are no others. Null for none.
   */
  @Nullable Crypto others() {
    return others == null ? own : others;
  }

  private @Nullable Crypto crypto(String kind) {
    Object given = values.get(kind + ".crypto");
    if (given != null) {
      return (Crypto) given;
    }
    Object properties = values.get(kind + ".properties");
    if (properties == null) {
      return null;
    }
    Properties read =
        properties instanceof String name
            ? read(kind + ".properties", name)
            : (Properties) properties;
    try {
      return CryptoFactory.getInstance(read, loader(), null);
    } catch (WSSecurityException e) {
      throw new IllegalArgumentException(
          "Cannot use " + kind + ".properties: " + e.getMessage(), e);
    }
  }

  private static Properties read(String key, String name) {
    Properties properties = new Properties();
    try (InputStream in =
        Files.exists(Path.of(name))
            ? Files.newInputStream(Path.of(name))
            : loader().getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException(
            key + ": expected a file or a resource of the class path, found none: " + name);
      }
      properties.load(in);
    } catch (IOException e) {
      throw new IllegalArgumentException(key + ": " + name + " cannot be read: " + e, e);
    }
    return properties;
  }
}
