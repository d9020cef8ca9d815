package io.castile.soap.security.internal;

import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.HeaderProcessor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.security.PasswordType;
import io.castile.soap.security.ServerSecurity;
import io.castile.soap.security.UsernameTokenValidator;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.Principal;
import java.time.Instant;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's end: lets a request pass if its username token and Timestamp are good, and names its
 * sender to the links behind. Thread-safe.
 */
public final class ServerSecurityInterceptor implements HeaderProcessor {
  private static final Logger log = LoggerFactory.getLogger(ServerSecurityInterceptor.class);

  private final ServerSecurity options;
  private final UsernameTokenValidator validator;
  private final Times times;
  private final NonceCache nonces;

  public ServerSecurityInterceptor(ServerSecurity options) {
    this.options = options;
    this.validator = options.validator();
    this.times = new Times(options.clockSkew(), options.maxAge());
    this.nonces = new NonceCache(options.maxNonces());
  }

  /** A user whose password was right. */
  private record User(String name) implements Principal {
    User {
      Objects.requireNonNull(name, "name");
    }

    @Override
    public String getName() {
      return name;
    }
  }

  @Override
  public boolean understands(QName block) {
    return block.equals(Wsse.SECURITY);
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    SoapVersion version = request.version();
    SecurityHeader header = SecurityHeader.of(request.soapHeaders(), version);
    Timestamp timestamp = header == null ? null : header.timestamp();
    UsernameToken token = header == null ? null : header.token();
    if (timestamp == null && options.isTimestampRequired()) {
      throw Wsse.invalidSecurity(version, "expected a Timestamp, found none");
    }
    if (token == null && options.isTokenRequired()) {
      throw Wsse.invalidSecurity(version, "expected a UsernameToken, found none");
    }
    if (token != null && token.type() == null) {
      throw Wsse.invalidSecurity(version, "expected a UsernameToken with a Password");
    }
    Instant now = options.clock().instant();
    if (timestamp != null) {
      times.check(timestamp, now, version);
    }
    if (token == null) {
      return chain.proceed(request);
    }
    check(token, now, version);
    return chain.proceed(request.newBuilder().principal(new User(token.user())).build());
  }

  private void check(UsernameToken token, Instant now, SoapVersion version)
      throws SoapMessageException {
    if (token.createdAt() != null) {
      times.checkAge(token.createdAt(), now, version);
    }
    boolean isDigest = token.type() == PasswordType.DIGEST;
    if (isDigest && (token.nonce() == null || token.createdAt() == null)) {
      throw Wsse.invalidSecurity(version, "expected a digest with a Nonce and a Created");
    }
    if (!isRight(token)) {
      throw Wsse.failedAuthentication(version);
    }
    // Only a sender that knows a password can have tokens remembered.
    Instant created = Objects.requireNonNullElse(token.createdAt(), now);
    boolean isNew =
        token.nonce() == null
            || nonces.add(token.user(), token.nonce(), created, times.oldest(now));
    if (!isNew) {
      throw Wsse.failedAuthentication(version);
    }
  }

  private boolean isRight(UsernameToken token) throws SoapMessageException {
    try {
      return token.type() == PasswordType.TEXT
          ? validator.verify(token.user(), Objects.requireNonNull(token.password()))
          : isDigestOf(validator.password(token.user()), token);
    } catch (RuntimeException e) {
      // Its message may disclose secrets.
      log.error("a username token could not be checked: {}", e.getClass().getName());
      throw new SoapMessageException(
          SoapFault.of(SoapFault.Code.RECEIVER, "The security token could not be checked"), null);
    }
  }

  /** Takes the same time for users that there are and others. */
  private static boolean isDigestOf(@Nullable String password, UsernameToken token) {
    String known = password == null ? "" : password;
    byte[] nonce = Objects.requireNonNull(token.nonce()); // as check() has seen
    String created = Objects.requireNonNull(token.created());
    String expected = UsernameToken.digest(nonce, created, known);
    return MessageDigest.isEqual(
            expected.getBytes(StandardCharsets.UTF_8),
            Objects.requireNonNull(token.password()).strip().getBytes(StandardCharsets.UTF_8))
        && password != null;
  }

  @Override
  public String toString() {
    return "security";
  }
}
