package io.castile.gateway.admin;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.gateway.http.Reply;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON of requests and replies. */
final class Json {
  static final String TYPE = "application/json";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** A reply of maps, lists, records and simple values. */
  static Reply reply(int status, Object value) {
    try {
      return content(status, TYPE, MAPPER.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("expected a value that JSON can express", e);
    }
  }

  static Reply error(int status, String text) {
    return reply(status, Map.of("error", text));
  }

  static Reply content(int status, String type, byte[] content) {
    HttpHeaders fields = new DefaultHttpHeaders();
    fields.set(HttpHeaderNames.CONTENT_TYPE, type);
    return new Reply(status, fields, content);
  }

  static Reply text(String type, String content) {
    return content(200, type, content.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads an object.
   *
   * @throws ApiException if it is none
   */
  static JsonNode object(byte[] content) {
    try {
      JsonNode read = MAPPER.readTree(content);
      if (read.isObject()) {
        return read;
      }
      throw new ApiException(400, "expected an object of JSON, found another value");
    } catch (JsonProcessingException e) {
      throw new ApiException(
          400,
          "expected an object of JSON" + place(e.getLocation()) + ": " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new ApiException(400, "expected an object of JSON: " + e.getMessage());
    }
  }

  /**
   * Where an error is.
   *
   * @param location null for what is beyond a limit of Jackson's
   */
  private static String place(@Nullable JsonLocation location) {
    return location == null
        ? ""
        : "; line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  /**
   * Returns a text of an object.
   *
   * @throws ApiException if it is absent, or no text
   */
  static String text(JsonNode object, String name) {
    JsonNode value = object.get(name);
    if (value == null || !value.isTextual()) {
      throw new ApiException(400, "expected a text '" + name + "'");
    }
    return value.textValue();
  }
}
