package io.castile.gateway.json;

import io.castile.bridge.JsonException;
import io.castile.bridge.JsonOperation;
import io.castile.bridge.JsonText;
import io.castile.bridge.Problem;
import io.castile.bridge.ProblemException;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.http.RequestHead;
import io.castile.gateway.soap.MediaType;
import io.castile.soap.SoapVersion;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request by JSON as one of SOAP. */
public final class JsonCall {
  /** A safe method with content (RFC 10008). */
  public static final HttpMethod QUERY = HttpMethod.valueOf("QUERY");

  private static final AsciiString SOAP_ACTION = AsciiString.cached("soapaction");

  /** Query parameters that are read. */
  private static final int MAX_PARAMETERS = 1_000;

  /** Fields that are of the request's own content, or of the form of the response. */
  private static final List<AsciiString> OF_CONTENT =
      List.of(
          HttpHeaderNames.ACCEPT_ENCODING,
          HttpHeaderNames.TRANSFER_ENCODING,
          HttpHeaderNames.EXPECT,
          HttpHeaderNames.IF_MATCH,
          HttpHeaderNames.IF_NONE_MATCH,
          HttpHeaderNames.IF_MODIFIED_SINCE,
          HttpHeaderNames.IF_UNMODIFIED_SINCE,
          HttpHeaderNames.IF_RANGE,
          HttpHeaderNames.RANGE,
          AsciiString.cached("repr-digest"),
          AsciiString.cached("digest"),
          AsciiString.cached("x-http-method-override"));

  private JsonCall() {}

  /** Whether a method asks for a response and changes nothing, as far as HTTP goes. */
  public static boolean isSafe(HttpMethod method) {
    return isInTarget(method) || method.equals(QUERY);
  }

  /** Whether the arguments of a request are the parameters of its target, and not its content. */
  public static boolean isInTarget(HttpMethod method) {
    return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
  }

  /**
   * Returns the content of a request without its coding.
   *
   * @param mostBytes how much that may be
   * @throws ProblemException if it is more, of a coding that is not known, or none of JSON
   */
  public static byte[] content(RequestHead head, byte[] content, int mostBytes)
      throws ProblemException {
    checkType(head.fields().get(HttpHeaderNames.CONTENT_TYPE));
    String coding = head.fields().get(HttpHeaderNames.CONTENT_ENCODING);
    ContentCodings.Decoded decoded = ContentCodings.decode(content, coding, mostBytes);
    byte[] plain = decoded.content();
    if (plain == null) {
      throw new ProblemException(
          decoded.isTooLarge()
              ? new Problem(413, "The request is too large", atMost(mostBytes), null)
              : new Problem(
                  415,
                  "The content coding is not known",
                  "expected one of " + ContentCodings.available() + ", found " + coding,
                  null));
    }
    return plain;
  }

  /**
   * Reads the arguments of a request.
   *
   * @param content without its coding; not looked at where they are in the target
   * @throws ProblemException if they are none
   */
  public static Map<String, @Nullable Object> arguments(RequestHead head, byte[] content)
      throws ProblemException {
    if (isInTarget(head.method())) {
      return parameters(head.target());
    }
    try {
      return JsonText.object(content);
    } catch (JsonException e) {
      throw new ProblemException(
          new Problem(400, "The request is not JSON", String.valueOf(e.getMessage()), e.pointer()));
    }
  }

  /** Says how large a request may be. */
  public static String atMost(int mostBytes) {
    return "expected at most " + mostBytes + " bytes (limits.inspectedBytes of the gateway)";
  }

  private static void checkType(@Nullable String field) throws ProblemException {
    String type = MediaType.parse(field).type();
    if (!type.equals("application/json") && !type.endsWith("+json")) {
      throw new ProblemException(
          new Problem(
              415,
              "The request is not JSON",
              "expected application/json, found " + (field == null ? "no Content-Type" : type),
              null));
    }
  }

  private static Map<String, @Nullable Object> parameters(String target) throws ProblemException {
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
    try {
      Map<String, List<String>> given =
          new QueryStringDecoder(target, StandardCharsets.UTF_8, true, MAX_PARAMETERS + 1, true)
              .parameters();
      if (given.values().stream().mapToInt(List::size).sum() > MAX_PARAMETERS) {
        throw new ProblemException(
            new Problem(
                400,
                "The query is too long",
                "expected at most " + MAX_PARAMETERS + " parameters, found more",
                null));
      }
      given.forEach(
          (name, values) -> arguments.put(name, values.size() == 1 ? values.get(0) : values));
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          new Problem(400, "The query is none", String.valueOf(e.getMessage()), null));
    }
    return arguments;
  }

  private static void removeContent(HttpHeaders fields) {
    OF_CONTENT.forEach(fields::remove);
    for (String name : fields.names()) {
      if (name.regionMatches(true, 0, "content-", 0, 8)) {
        fields.remove(name);
      }
    }
  }

  /** Returns the head of an envelope by POST that one by QUERY stands for, without its coding. */
  public static RequestHead post(RequestHead query) {
    HttpHeaders fields = query.fields().copy();
    removeContent(fields);
    fields.set(HttpHeaderNames.CONTENT_TYPE, query.fields().get(HttpHeaderNames.CONTENT_TYPE));
    return query.with(HttpMethod.POST, query.target(), fields);
  }

  /**
   * Returns the head of the request of SOAP that a request by JSON stands for.
   *
   * @param contentType of the request of SOAP
   * @param target of the service
   */
  public static RequestHead head(
      RequestHead json, JsonOperation operation, String contentType, String target) {
    HttpHeaders fields = json.fields().copy();
    removeContent(fields);
    fields.remove(HttpHeaderNames.ACCEPT);
    fields.set(HttpHeaderNames.CONTENT_TYPE, contentType);
    if (operation.version() == SoapVersion.SOAP_1_1) {
      fields.set(SOAP_ACTION, '"' + operation.action() + '"');
    } else {
      fields.remove(SOAP_ACTION);
    }
    return json.with(HttpMethod.POST, target, fields);
  }
}
