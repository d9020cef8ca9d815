package io.castile.soap.security.internal;

import io.castile.soap.SoapException;
import io.castile.soap.SoapHeader;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.HeaderProcessor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.http.Credentials;
import io.castile.soap.security.ClientSecurity;
import io.castile.soap.security.PasswordType;
import io.castile.soap.security.ServerSecurity;
import io.castile.xml.XmlWriter;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The client's end: a Security header block with each request, and a look at the Timestamp of the
 * response if it has one. Thread-safe.
 */
public final class ClientSecurityInterceptor implements HeaderProcessor {
  private static final int NONCE_BYTES = 16;

  /** Made for the first nonce: it takes a while, and few clients need one. */
  private static final class Random {
    static final SecureRandom SECURE = new SecureRandom();
  }

  private final ClientSecurity options;
  private final Times times =
      new Times(ServerSecurity.DEFAULT_CLOCK_SKEW, ServerSecurity.DEFAULT_MAX_AGE);

  public ClientSecurityInterceptor(ClientSecurity options) {
    this.options = options;
  }

  @Override
  public boolean understands(QName block) {
    return options.expected() && block.equals(Wsse.SECURITY);
  }

  @Override
  public boolean needsBytes() {
    return options.expected();
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    if (request.credentials() == null && options.timeToLive() == null) {
      return checked(chain.proceed(request));
    }
    SoapHeader block = block(request.credentials()).withMustUnderstand();
    return checked(chain.proceed(request.withSoapHeaders(List.of(block))));
  }

  /** Without signatures, a header that need not be understood says nothing to rely on. */
  private SoapResponse checked(SoapResponse response) throws SoapException {
    if (!options.expected()) {
      return response;
    }
    List<SoapHeader> headers =
        response.soapHeaders().stream().filter(SoapHeader::mustUnderstand).toList();
    SecurityHeader header = SecurityHeader.of(headers, response.version());
    if (header != null && header.timestamp() != null) {
      times.check(header.timestamp(), options.clock().instant(), response.version());
    }
    return response;
  }

  private SoapHeader block(@Nullable Credentials credentials) {
    Instant now = options.clock().instant();
    String created = Timestamp.text(now);
    String expires =
        options.timeToLive() == null
            ? null
            : Timestamp.text(Times.shifted(now, options.timeToLive()));
    byte[] nonce = null;
    if (credentials != null && options.passwordType() == PasswordType.DIGEST) {
      nonce = new byte[NONCE_BYTES];
      Random.SECURE.nextBytes(nonce);
    }
    byte[] once = nonce;
    return SoapHeader.of(
        Wsse.SECURITY,
        out -> {
          out.closeStartTag();
          if (expires != null) {
            timestamp(created, expires, out);
          }
          if (credentials != null) {
            token(credentials, once, created, out);
          }
        });
  }

  private static void timestamp(String created, String expires, XmlWriter out) {
    out.startElement(Wsse.UTILITY_NAMESPACE, "Timestamp");
    out.closeStartTag();
    text(Wsse.UTILITY_NAMESPACE, "Created", created, out);
    text(Wsse.UTILITY_NAMESPACE, "Expires", expires, out);
    out.endElement();
  }

  /**
   * @param nonce null for the password as text
   */
  private static void token(
      Credentials credentials, byte @Nullable [] nonce, String created, XmlWriter out) {
    out.startElement(Wsse.NAMESPACE, "UsernameToken");
    out.closeStartTag();
    text(Wsse.NAMESPACE, "Username", credentials.user(), out);
    if (nonce == null) {
      typed("Password", "Type", Wsse.PASSWORD_TEXT, credentials.password(), out);
    } else {
      String digest = UsernameToken.digest(nonce, created, credentials.password());
      typed("Password", "Type", Wsse.PASSWORD_DIGEST, digest, out);
      String text = Base64.getEncoder().encodeToString(nonce);
      typed("Nonce", "EncodingType", Wsse.BASE64, text, out);
      text(Wsse.UTILITY_NAMESPACE, "Created", created, out);
    }
    out.endElement();
  }

  private static void text(String uri, String local, String text, XmlWriter out) {
    out.startElement(uri, local);
    out.closeStartTag();
    out.text(text);
    out.endElement();
  }

  private static void typed(
      String local, String attribute, String type, String text, XmlWriter out) {
    out.startElement(Wsse.NAMESPACE, local);
    out.attribute("", attribute, type);
    out.closeStartTag();
    out.text(text);
    out.endElement();
  }

  @Override
  public String toString() {
    return "security";
  }
}
