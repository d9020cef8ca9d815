package io.castile.cxf;

import io.castile.soap.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.auth.HttpAuthHeader;
import org.apache.cxf.transport.http.auth.HttpAuthSupplier;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The fields that an HTTP conduit will add to a request.
 *
 * @param fields header fields by name in lower case; what the conduit makes anew for each request
 *     is stood in for by what it is made of
 * @param certificate whether a certificate of the client's may be shown
 * @param hidden what cannot be seen; null for nothing
 */
record ConduitFacts(Headers fields, boolean certificate, @Nullable String hidden) {
  private static final String CXF = "org.apache.cxf.";

  static ConduitFacts of(HTTPConduit conduit, Message message) {
    Headers.Builder fields = Headers.builder();
    addClientPolicy(fields, conduit.getClient(message));
    AuthorizationPolicy authorization = conduit.getEffectiveAuthPolicy(message);
    String credentials = credentials(authorization);
    if (credentials != null) {
      fields.set("authorization", credentials);
    }
    return new ConduitFacts(
        fields.build(),
        mayShowCertificate(conduit.getTlsClientParameters()),
        hidden(conduit, authorization));
  }

  private static void addClientPolicy(Headers.Builder fields, HTTPClientPolicy policy) {
    if (policy != null) {
      put(fields, "accept", policy.getAccept());
      put(fields, "accept-encoding", policy.getAcceptEncoding());
      put(fields, "accept-language", policy.getAcceptLanguage());
      put(fields, "cookie", policy.getCookie());
      put(fields, "host", policy.getHost());
      put(fields, "referer", policy.getReferer());
      put(fields, "user-agent", policy.getBrowserType());
      if (policy.isSetCacheControl()) {
        put(fields, "cache-control", policy.getCacheControl());
      }
    }
  }

  private static void put(Headers.Builder fields, String name, String value) {
    if (value != null) {
      fields.set(name, value);
    }
  }

  /** A text that is the same for the same credentials only; null for none. */
  private static @Nullable String credentials(AuthorizationPolicy policy) {
    if (policy.getUserName() == null
        && policy.getAuthorization() == null
        && policy.getAuthorizationType() == null) {
      return null;
    }
    return Stream.of(
            policy.getAuthorizationType(),
            policy.getUserName(),
            policy.getPassword(),
            policy.getAuthorization())
        .map(ConduitFacts::encoded)
        .collect(Collectors.joining(" "));
  }

  private static String encoded(String text) {
    return text == null
        ? "-"
        : "=" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean mayShowCertificate(@Nullable TLSClientParameters parameters) {
    if (parameters == null) {
      return System.getProperty("javax.net.ssl.keyStore") != null;
    }
    return parameters.getSSLSocketFactory() != null
        || parameters.getSslContext() != null
        || parameters.getCertAlias() != null
        || (parameters.getKeyManagers() != null && parameters.getKeyManagers().length > 0);
  }

  private static @Nullable String hidden(HTTPConduit conduit, AuthorizationPolicy authorization) {
    if (!conduit.getClass().getName().startsWith(CXF)) {
      return "the conduit is a " + conduit.getClass().getName();
    }
    HttpAuthSupplier supplier = conduit.getAuthSupplier();
    if (supplier != null && !supplier.getClass().getName().startsWith(CXF)) {
      return "credentials come from a " + supplier.getClass().getName();
    }
    return HttpAuthHeader.AUTH_TYPE_NEGOTIATE.equals(authorization.getAuthorizationType())
        ? "credentials are negotiated"
        : null;
  }
}
