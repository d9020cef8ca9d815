package io.castile.bridge.mock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.soap.FaultDetail;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapFault.Code;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.FaultWriter;
import io.castile.xml.Attachment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request that has come to a mock, and the responses that it can have, in its version of SOAP.
 * Immutable and thread-safe.
 */
public final class MockCall {
  private static final Pattern PROLOG =
      Pattern.compile("^\\uFEFF?(\\s*<\\?xml.*?\\?>)?", Pattern.DOTALL);

  private final SoapVersion version;
  private final @Nullable MockMessage request; // null for what is no envelope
  private final @Nullable MockOperation operation; // null for none
  private final String unknown;
  private final MockPairs pairs;
  private final Map<String, Attachment> parts; // of the request, by their Content-IDs

  private MockCall(
      SoapVersion version,
      @Nullable MockMessage request,
      @Nullable MockOperation operation,
      String unknown,
      MockPairs pairs,
      Map<String, Attachment> parts) {
    this.parts = parts;
    this.version = version;
    this.request = request;
    this.operation = operation;
    this.unknown = unknown;
    this.pairs = pairs;
  }

  /**
   * @param parts beside the envelope, by their Content-IDs
   */
  static MockCall of(
      SoapVersion version,
      MockMessage request,
      Map<String, Attachment> parts,
      MockOperation operation,
      MockPairs pairs) {
    return new MockCall(version, request, operation, "", pairs, parts);
  }

  /**
   * Returns the call of what is no request of an operation.
   *
   * @param unknown why it is none
   */
  static MockCall unknown(SoapVersion version, String unknown) {
    return new MockCall(version, null, null, unknown, MockPairs.NONE, Map.of());
  }

  /** Returns the name of the operation; null where it is not known. */
  public @Nullable String operation() {
    return operation == null ? null : operation.name();
  }

  /** Returns why the request does not follow the description; null where it does. */
  public @Nullable String flaw() {
    if (operation == null || request == null) {
      return unknown;
    }
    String flaw = operation.flaw(request, parts);
    return flaw == null ? null : operation.name() + ": " + flaw;
  }

  /**
   * Returns the values of the request, in the form of JSON; empty where it has none, as an encoded
   * request, or does not follow the description.
   */
  public String json() {
    return operation == null || request == null ? "" : operation.json(request, parts);
  }

  /** Returns the response of the pair whose request is the same; null where there is none. */
  public @Nullable MockResponse recorded() {
    MockPairs.Response found =
        operation == null || request == null
            ? null
            : pairs.response(operation.name(), request, parts, version);
    return found == null ? null : packed(response(found.message()), found.parts());
  }

  /** Returns the response of a message: an envelope, or an element alone. */
  MockResponse response(MockMessage message) {
    String text = PROLOG.matcher(new String(message.bytes(), UTF_8)).replaceFirst("");
    SoapVersion own = message.version();
    String envelope =
        own == null
            ? envelope(version, text)
            : own == version ? text : text.replace(own.namespace(), version.namespace());
    return new MockResponse(message.isFault() ? 500 : 200, contentType(version), envelope);
  }

  /**
   * Returns a response that has been told.
   *
   * @param content of {@link MockService#response}; null for the empty one of a one-way operation
   */
  public MockResponse told(MockService.@Nullable Told content) {
    if (content == null) {
      return new MockResponse(202, "", "");
    }
    MockMessage message = content.message();
    if (message.isFault() && message.faultVersion() != version) {
      String text = "the fault that was told is of another version of SOAP than the request";
      return fault(version, Code.RECEIVER, text, "").refusing(text);
    }
    return packed(response(message), content.parts());
  }

  /** Returns a response with parts beside its envelope, in base64 as its content is a text. */
  private MockResponse packed(MockResponse response, Map<String, Attachment> sent) {
    if (sent.isEmpty()) {
      return response;
    }
    String boundary = "castile-" + UUID.randomUUID(); // which stands in no part
    StringBuilder content = new StringBuilder();
    content.append("--").append(boundary).append("\r\nContent-Type: ");
    content.append(response.contentType()).append("\r\nContent-ID: <root@castile>\r\n\r\n");
    content.append(response.content());
    sent.forEach(
        (id, part) -> {
          content.append("\r\n--").append(boundary).append("\r\nContent-Type: ");
          content.append(part.contentType()).append("\r\nContent-ID: <").append(id);
          content.append(">\r\nContent-Transfer-Encoding: base64\r\n\r\n");
          content.append(base64(part));
        });
    content.append("\r\n--").append(boundary).append("--\r\n");
    String type =
        "multipart/related; type=\""
            + version.mediaType()
            + "\"; boundary=\""
            + boundary
            + "\"; start=\"<root@castile>\"";
    return new MockResponse(response.status(), type, content.toString(), response.refusal());
  }

  private static String base64(Attachment part) {
    try {
      return Base64.getMimeEncoder().encodeToString(part.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of an array, which has none
    }
  }

  /** Returns a fault of the sender. */
  public MockResponse refused(String why) {
    return fault(version, Code.SENDER, why, "").refusing(why);
  }

  /** Returns a response that is made up; a fault where none can be, or of what is no request. */
  public MockResponse madeUp() {
    if (operation == null) {
      return refused(unknown);
    }
    if (operation.bound().operation().isOneWay()) {
      return new MockResponse(202, "", "");
    }
    String why = operation.unknown();
    if (why != null) {
      String text = "no example is there, and none can be made up: " + why;
      return fault(version, Code.RECEIVER, text, "").refusing(text);
    }
    return packed(
        new MockResponse(200, contentType(version), envelope(version, operation.response())),
        operation.responseParts());
  }

  /**
   * Returns a fault that was asked for.
   *
   * @param name of a fault that the operation declares, whose detail is made up; {@code sender} or
   *     {@code receiver} for a plain one; another name for the first that it declares
   */
  public MockResponse fault(String name) {
    if (operation == null) {
      return refused(unknown);
    }
    String text = "a fault of the mock of operation " + operation.name();
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "sender" -> fault(version, Code.SENDER, text, "");
      case "receiver" -> fault(version, Code.RECEIVER, text, "");
      default -> fault(version, Code.RECEIVER, text, operation.detail(name));
    };
  }

  private static String contentType(SoapVersion version) {
    return version.mediaType() + "; charset=utf-8";
  }

  private static String envelope(SoapVersion version, String body) {
    return "<S:Envelope xmlns:S=\""
        + version.namespace()
        + "\"><S:Body>"
        + body
        + "</S:Body></S:Envelope>";
  }

  /**
   * @param detail the entry of the detail, well-formed; empty for none
   */
  private static MockResponse fault(SoapVersion version, Code code, String text, String detail) {
    byte[] entry = detail.getBytes(UTF_8);
    FaultDetail written =
        (of, out) -> {
          out.raw(entry);
          return null;
        };
    SoapFault fault = SoapFault.of(code, text);
    byte[] envelope = FaultWriter.envelope(fault, version, detail.isEmpty() ? null : written);
    int status = code == Code.SENDER && version == SoapVersion.SOAP_1_2 ? 400 : 500;
    return new MockResponse(status, contentType(version), new String(envelope, UTF_8));
  }
}
