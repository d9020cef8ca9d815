package io.castile.bridge;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.castile.wsdl.value.JsonSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON (RFC 8259) as maps in their order, lists, texts, numbers, true, false and null. A text is
 * refused that has a name twice in an object, a half of a surrogate pair, or more levels than
 * {@link #MAX_DEPTH}.
 */
public final class JsonText {
  /** The levels of objects and lists that are read. */
  public static final int MAX_DEPTH = 200;

  /** The levels that are written: messages have a bound of their own. */
  private static final int MAX_WRITTEN_DEPTH = 100_000;

  private static final int MAX_NAME = 2_000;
  private static final int MAX_DIGITS = 1_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(StreamWriteFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNameLength(MAX_NAME)
                  .maxNumberLength(MAX_DIGITS)
                  .maxStringLength(Integer.MAX_VALUE) // the content itself is bounded
                  .build())
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(MAX_WRITTEN_DEPTH).build())
          .build();

  private JsonText() {}

  /**
   * Reads a whole text in UTF-8, which is one object.
   *
   * @throws JsonException if it is none
   */
  public static Map<String, @Nullable Object> object(byte[] content) {
    try (JsonParser in = FACTORY.createParser(content)) {
      try {
        if (in.nextToken() != JsonToken.START_OBJECT) {
          throw refused(in, "expected an object, found " + found(in));
        }
        Map<String, @Nullable Object> read = object(in);
        if (in.nextToken() != null) {
          throw refused(in, "expected the end of the text, found " + found(in));
        }
        return read;
      } catch (JsonProcessingException e) {
        throw new JsonException(pointer(in), e.getOriginalMessage() + where(e), e);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of an array, which has none
    }
  }

  private static Map<String, @Nullable Object> object(JsonParser in) throws IOException {
    Map<String, @Nullable Object> read = new LinkedHashMap<>();
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      checkPairs(in, name);
      in.nextToken();
      read.put(name, value(in));
    }
    return read;
  }

  private static @Nullable Object value(JsonParser in) throws IOException {
    switch (in.currentToken()) {
      case START_OBJECT:
        return object(in);
      case START_ARRAY:
        List<@Nullable Object> items = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(in));
        }
        return items;
      case VALUE_STRING:
        String text = in.getText();
        checkPairs(in, text);
        return text;
      case VALUE_NUMBER_INT:
        return in.getNumberValue();
      case VALUE_NUMBER_FLOAT:
        return decimal(in);
      case VALUE_TRUE:
        return true;
      case VALUE_FALSE:
        return false;
      default:
        return null;
    }
  }

  private static BigDecimal decimal(JsonParser in) throws IOException {
    try {
      return in.getDecimalValue();
    } catch (NumberFormatException e) { // of an exponent of more digits than an int has
      throw new JsonException(
          pointer(in), "expected a number with a smaller exponent, found " + in.getText(), e);
    }
  }

  private static void checkPairs(JsonParser in, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw refused(
            in,
            "expected a text of whole characters, found a half of a surrogate pair, U+"
                + Integer.toHexString(c).toUpperCase(java.util.Locale.ROOT));
      }
    }
  }

  private static String found(JsonParser in) {
    JsonToken token = in.currentToken();
    return token == null
        ? "nothing"
        : token.asString() == null ? "another value" : token.asString();
  }

  private static JsonException refused(JsonParser in, String reason) {
    return new JsonException(pointer(in), reason, null);
  }

  private static String pointer(JsonParser in) {
    return JsonPointer.forPath(in.getParsingContext(), false).toString();
  }

  private static String where(JsonProcessingException e) {
    return e.getLocation() == null
        ? ""
        : " at line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
  }

  /**
   * Writes a value of maps, lists and simple values, in UTF-8.
   *
   * @throws IllegalArgumentException if a value is of another kind
   */
  public static byte[] bytes(@Nullable Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1_024);
    try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
      write(value, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of memory, which has none
    }
    return bytes.toByteArray();
  }

  /**
   * Returns what writes a value in UTF-8 while it is given; {@link Writer#flush} writes the rest.
   *
   * @param bytes is neither flushed nor closed; what it throws goes up as an {@link
   *     UncheckedIOException}
   * @param given is run when a value, or the start of one, has been given
   */
  static Writer writer(OutputStream bytes, Runnable given) {
    try {
      JsonGenerator out = FACTORY.createGenerator(bytes);
      out.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
      return new Writer(out, given);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a value while it is given. */
  static final class Writer implements JsonSink {
    private final JsonGenerator out;
    private final Runnable given;

    private Writer(JsonGenerator out, Runnable given) {
      this.out = out;
      this.given = given;
    }

    private interface Step {
      void run() throws IOException;
    }

    private void run(Step step) {
      given.run();
      try {
        step.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void startObject() {
      run(out::writeStartObject);
    }

    @Override
    public void name(String name) {
      run(() -> out.writeFieldName(name));
    }

    @Override
    public void endObject() {
      run(out::writeEndObject);
    }

    @Override
    public void startArray() {
      run(out::writeStartArray);
    }

    @Override
    public void endArray() {
      run(out::writeEndArray);
    }

    @Override
    public void value(@Nullable Object value) {
      run(() -> write(value, out));
    }

    /** Writes what is held of the text. */
    void flush() {
      run(out::flush);
    }
  }

  private static void write(@Nullable Object value, JsonGenerator out) throws IOException {
    if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      for (Map.Entry<?, ?> each : map.entrySet()) {
        out.writeFieldName(String.valueOf(each.getKey()));
        write(each.getValue(), out);
      }
      out.writeEndObject();
    } else if (value instanceof List<?> list) {
      out.writeStartArray();
      for (Object each : list) {
        write(each, out);
      }
      out.writeEndArray();
    } else if (value == null) {
      out.writeNull();
    } else if (value instanceof String text) {
      out.writeString(text);
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value instanceof BigDecimal decimal) {
      out.writeNumber(decimal);
    } else if (value instanceof BigInteger integer) {
      out.writeNumber(integer);
    } else if (value instanceof Float single) {
      out.writeNumber(single);
    } else if (value instanceof Double real) {
      out.writeNumber(real);
    } else if (value instanceof Number number) {
      out.writeNumber(number.longValue());
    } else {
      throw new IllegalArgumentException(
          "expected a value that JSON can express, found " + value.getClass().getName());
    }
  }
}
