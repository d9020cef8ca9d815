package io.castile.gateway.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.castile.gateway.admin.AdminTokens.Holder;
import io.castile.gateway.http.RequestHead;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The line of a request in the audit log. Whatever a client sends, it is one line, of printable
 * ASCII, and without the token. One thread after the other fills it.
 */
final class AuditLine {
  private static final int MOST_TEXT = 1_000;
  private static final String NONE = "-";
  private static final String HIDDEN = "(token)";

  private static final JsonFactory JSON = new JsonFactory();

  private final RequestHead head;
  private final @Nullable Holder holder;
  private final Map<String, Object> parameters = new LinkedHashMap<>();
  private final Map<String, Object> results = new LinkedHashMap<>();

  /**
   * @param holder whose token the request has shown; null for one that is not known
   */
  AuditLine(RequestHead head, @Nullable Holder holder) {
    this.head = head;
    this.holder = holder;
  }

  /**
   * Adds what was asked for.
   *
   * @param value a text, a number, a truth value, or any JSON; null for nothing
   */
  void parameter(String name, @Nullable Object value) {
    Object plain = value instanceof JsonNode node ? plain(node) : value;
    if (plain != null) {
      parameters.put(name, plain);
    }
  }

  /** Values as they are, and of lists and objects no more than that they are such. */
  private static Object plain(JsonNode node) {
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    if (node.isInt()) {
      return node.intValue();
    }
    return node.isValueNode()
        ? node.asText()
        : "(" + node.getNodeType().name().toLowerCase(Locale.ROOT) + ")";
  }

  /** Adds what has come of it. */
  void result(String name, Object value) {
    results.put(name, value);
  }

  /** Adds why it was refused. */
  void problem(ApiException why) {
    results.put("problem", String.valueOf(why.getMessage()));
  }

  /**
   * Returns the line, with its end.
   *
   * @param status of the reply
   */
  String of(int status) {
    StringWriter line = new StringWriter(256);
    try (JsonGenerator out = JSON.createGenerator(line)) {
      out.setHighestNonEscapedChar('~');
      out.writeStartObject();
      out.writeStringField("time", Instant.now().toString());
      write(out, "token", holder == null || holder.name() == null ? NONE : holder.name());
      write(out, "client", address(head.client()));
      write(out, "action", head.method().name() + " " + head.path());
      if (!parameters.isEmpty()) {
        out.writeObjectFieldStart("parameters");
        writeAll(out, parameters);
        out.writeEndObject();
      }
      out.writeNumberField("status", status);
      writeAll(out, results);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.append('\n').toString();
  }

  private static String address(@Nullable InetAddress client) {
    return client == null ? NONE : client.getHostAddress();
  }

  private void writeAll(JsonGenerator out, Map<String, Object> values) throws IOException {
    for (Map.Entry<String, Object> each : values.entrySet()) {
      write(out, each.getKey(), each.getValue());
    }
  }

  private void write(JsonGenerator out, String name, Object value) throws IOException {
    if (value instanceof Integer number) {
      out.writeNumberField(name, number);
    } else if (value instanceof Boolean flag) {
      out.writeBooleanField(name, flag);
    } else {
      out.writeStringField(name, cut(hidden(value.toString())));
    }
  }

  /**
   * Returns a text without the token of the request, which a user may have put into a field by
   * mistake.
   */
  private String hidden(String text) {
    String token = AccessRule.shown(head);
    return token.isEmpty() || holder == null || holder.name() == null
        ? text
        : text.replace(token, HIDDEN);
  }

  private static String cut(String text) {
    return text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) : text;
  }
}
