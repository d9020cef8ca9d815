package io.castile.soap.client;

import io.castile.soap.Headers;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.http.Transport;
import io.castile.soap.http.message.AnswerText;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.internal.HttpSyntax;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Says of an answer that is no SOAP message what it is, and what the user can do. */
final class UnexpectedAnswer {
  private static final int UNAUTHORIZED = 401;
  private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

  private UnexpectedAnswer() {}

  /**
   * @param type what the answer's Content-Type says
   */
  static SoapTransportException exception(
      SoapRequest request, Transport.Incoming incoming, ResponseType type) {
    Headers fields = incoming.headers();
    StringBuilder message = new StringBuilder("expected a SOAP message from ");
    message.append(ErrorText.address(request.endpoint()));
    message.append(", found status ").append(incoming.status());
    if (incoming.body().length == 0) {
      message.append(" without content");
    } else {
      message.append(" with content of type '").append(type.mediaType()).append('\'');
    }
    message.append(advice(request, incoming.status(), fields));
    message.append(leniency(request, incoming, type));
    message.append(text(request, incoming, type));
    return new SoapTransportException(
        message.toString(), incoming.status(), fields, incoming.body(), null);
  }

  /**
   * Describes the beginning of a response that could not be read, although its type is one of
   * messages.
   *
   * @param response null where there is none
   */
  static String text(@Nullable SoapResponse response, SoapRequest request) {
    if (response == null || !Messages.forms(response).hasBytes()) {
      return "";
    }
    String coding = response.headers().get("content-encoding");
    if (coding != null && HttpSyntax.isCoded(coding)) {
      return "; it is in the coding "
          + ErrorText.shortened(coding)
          + ", which is not known here: expected gzip, deflate, or zstd with its library";
    }
    try {
      byte[] bytes = response.bytes();
      if (AnswerText.mayBeEnvelope(bytes, response.charset())) {
        return "";
      }
      String text = AnswerText.of(bytes, response.charset(), request.headers());
      return text.isEmpty() ? "" : "; it says: " + text;
    } catch (SoapMessageException e) {
      return "";
    }
  }

  /** Names the option by which an answer would be read that looks like one. */
  private static String leniency(
      SoapRequest request, Transport.Incoming incoming, ResponseType type) {
    boolean mayBeMessage =
        TransportInterceptor.isSuccess(incoming.status())
            && (type.isMessage() || type.mediaType().isEmpty())
            && AnswerText.mayBeEnvelope(incoming.body(), type.charset());
    return mayBeMessage && !Messages.codec(request).parser().settings().lenientHttp()
        ? "; .lenientHttp(true) has it read all the same"
        : "";
  }

  private static String text(SoapRequest request, Transport.Incoming incoming, ResponseType type) {
    String coding = incoming.headers().get("content-encoding");
    if (coding != null && HttpSyntax.isCoded(coding)) {
      return "; it is in the coding " + ErrorText.shortened(coding);
    }
    String text = AnswerText.of(incoming.body(), type.charset(), request.headers());
    return text.isEmpty() ? "" : "; it says: " + text;
  }

  private static String advice(SoapRequest request, int status, Headers fields) {
    StringBuilder advice = new StringBuilder();
    if (status == UNAUTHORIZED) {
      advice.append(field("WWW-Authenticate", fields, request));
      advice.append(
          sends("Authorization", request)
              ? "; the credentials that were sent are not accepted"
              : "; no credentials were sent: give them by basicAuth(user, password), or by"
                  + " header(\"Authorization\", …)");
    } else if (status == PROXY_AUTHENTICATION_REQUIRED) {
      advice.append(field("Proxy-Authenticate", fields, request));
      advice.append("; give them by proxy(host, port, user, password)");
    }
    advice.append(field("Retry-After", fields, request));
    String location = fields.get("location");
    if (location != null) {
      advice.append("; it points to ");
      advice.append(ErrorText.shortened(ErrorText.address(location)));
      advice.append(", redirects of calls are not followed");
    }
    return advice.toString();
  }

  private static boolean sends(String field, SoapRequest request) {
    return request.headers().has(field);
  }

  /** A field of the answer, without what is secret in it; empty where it is absent. */
  private static String field(String name, Headers fields, SoapRequest request) {
    String value = fields.get(name);
    return value == null
        ? ""
        : "; "
            + name
            + ": "
            + AnswerText.of(value.getBytes(StandardCharsets.UTF_8), "UTF-8", request.headers());
  }
}
