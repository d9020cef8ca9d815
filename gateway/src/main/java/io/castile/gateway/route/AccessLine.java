package io.castile.gateway.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.castile.gateway.config.AccessLogConfig;
import io.castile.gateway.http.FrontExchange;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes the line of a request in the access log. Whatever a client sends, it is one line, of
 * printable ASCII. Immutable and thread-safe.
 */
final class AccessLine {
  private static final int MOST_TEXT = 1_000;
  private static final String NONE = "-";

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final boolean isJson;
  private final List<Column> columns = new ArrayList<>();

  /** A value of a line. */
  private interface Value {
    /** Returns a text, an {@link Integer} or a {@link Long}; null for none. */
    @Nullable Object of(FrontExchange exchange, @Nullable IncomingRequest request);
  }

  private record Column(String name, Value value) {}

  AccessLine(AccessLogConfig config) {
    isJson = config.format() == AccessLogConfig.Format.JSON;
    config.fields().forEach(each -> columns.add(new Column(each, value(each))));
  }

  private static Value value(String name) {
    if (name.startsWith(AccessLogConfig.HEADER)) {
      AsciiString field = AsciiString.cached(name.substring(AccessLogConfig.HEADER.length()));
      return (exchange, request) -> joined(exchange.head().fields().getAll(field));
    }
    return switch (name) {
      case "time" -> (exchange, request) -> Instant.now().toString();
      case "client" -> (exchange, request) -> address(exchange.head().client());
      case "method" -> (exchange, request) -> exchange.head().method().name();
      case "scheme" -> (exchange, request) -> exchange.head().isTls() ? "https" : "http";
      case "host" -> (exchange, request) -> exchange.head().host();
      case "path" -> (exchange, request) -> exchange.head().path();
      case "route" -> (exchange, request) -> request == null ? null : request.route().place();
      case "service" -> (exchange, request) -> service(request);
      case "operation" -> (exchange, request) -> operation(request);
      case "wsdlOperation" ->
          (exchange, request) ->
              request == null ? null : request.route().described(request.operation());
      case "cache" ->
          (exchange, request) ->
              request == null ? null : request.outcome().name().toLowerCase(Locale.ROOT);
      case "status" -> (exchange, request) -> exchange.status();
      case "requestBytes" -> (exchange, request) -> exchange.requestBytes();
      case "responseBytes" -> (exchange, request) -> exchange.responseBytes();
      case "micros" -> (exchange, request) -> TimeUnit.NANOSECONDS.toMicros(exchange.nanos());
      default -> throw new IllegalArgumentException("expected a known field but found " + name);
    };
  }

  private static String address(@Nullable InetAddress client) {
    return client == null ? "" : client.getHostAddress();
  }

  private static @Nullable String joined(List<String> values) {
    return values.isEmpty() ? null : String.join(", ", values);
  }

  private static @Nullable String service(@Nullable IncomingRequest request) {
    String service = request == null ? "" : request.route().config().service();
    return service.isEmpty() ? null : service;
  }

  private static @Nullable String operation(@Nullable IncomingRequest request) {
    return request == null || request.operation() == null ? null : request.operation().toString();
  }

  /**
   * Returns the line, with its end.
   *
   * @param request null for a request that has no route
   */
  String of(FrontExchange exchange, @Nullable IncomingRequest request) {
    return isJson ? json(exchange, request) : text(exchange, request);
  }

  private String json(FrontExchange exchange, @Nullable IncomingRequest request) {
    StringWriter line = new StringWriter(256);
    try (JsonGenerator out = JSON.createGenerator(line)) {
      out.writeStartObject();
      for (Column each : columns) {
        Object value = each.value.of(exchange, request);
        if (value instanceof Number number) {
          out.writeNumberField(each.name, number.longValue());
        } else if (value != null) {
          out.writeStringField(each.name, cut(value.toString()));
        }
      }
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.append('\n').toString();
  }

  private String text(FrontExchange exchange, @Nullable IncomingRequest request) {
    StringBuilder line = new StringBuilder(256);
    for (Column each : columns) {
      Object value = each.value.of(exchange, request);
      line.append(value == null ? NONE : quoted(cut(value.toString()))).append(' ');
    }
    line.setCharAt(line.length() - 1, '\n');
    return line.toString();
  }

  /** A text as it is, or as one of JSON where it has spaces, quotes, or what is not printable. */
  private static String quoted(String text) {
    if (isPlain(text) && !text.equals(NONE)) {
      return text;
    }
    StringWriter quoted = new StringWriter(text.length() + 16);
    try (JsonGenerator out = JSON.createGenerator(quoted)) {
      out.writeString(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return quoted.toString();
  }

  /** Whether a text is printable ASCII, without spaces, quotes and backslashes, and not empty. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each <= ' ' || each > '~' || each == '"' || each == '\\') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static String cut(String text) {
    return text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) : text;
  }
}
