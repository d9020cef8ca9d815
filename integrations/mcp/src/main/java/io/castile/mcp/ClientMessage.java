package io.castile.mcp;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message of a client (JSON-RPC 2.0), read within bounds. What is wrong with the arguments of a
 * tool is told with the message, so that the result can be the error of a tool, which a model
 * reads; what is wrong elsewhere is an error of the protocol.
 *
 * @param id null for a notification
 * @param params null for none
 * @param problem what is wrong with the arguments of a tool; null for nothing
 */
record ClientMessage(
    @Nullable Object id, String method, @Nullable Object params, @Nullable Problem problem) {
  static final String CALL = "tools/call";

  /** Objects and lists within each other; beyond is no argument that a schema describes. */
  static final int MAX_DEPTH = 200;

  /** The exponent of a number that is taken, whose plain form is as long. */
  static final int MAX_EXPONENT = 1_000;

  /** Values within a message, each with those in it; beyond are no arguments of a model. */
  static final int MAX_VALUES = 100_000;

  /** Characters of an id, which a response repeats, and of the name of a method. */
  static final int MAX_NAME = 1_024;

  private static final String PARAMS = "params";
  private static final String ARGUMENTS = "arguments";

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(1_000)
                  .maxNumberLength(1_000)
                  .maxNameLength(1_000)
                  .maxStringLength(StdioLoop.MAX_MESSAGE)
                  .build())
          .build();

  /**
   * What is wrong with a value.
   *
   * @param path of the value, as in {@code $.items[0].sku}
   */
  record Problem(String path, String reason) {
    Problem(String reason) {
      this("$", reason);
    }
  }

  /** A message that is none of the protocol. */
  static final class InvalidMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient @Nullable Object id;

    InvalidMessageException(int code, String message, @Nullable Object id) {
      super(message);
      this.code = code;
      this.id = id;
    }

    int code() {
      return code;
    }

    /** Returns the id of the request; null if it is not known. */
    @Nullable Object id() {
      return id;
    }
  }

  /**
   * Reads a message.
   *
   * @param isCut whether more followed than is taken
   * @throws InvalidMessageException if it is none
   */
  static ClientMessage read(byte[] text, boolean isCut) throws InvalidMessageException {
    return new Reader().message(text, isCut);
  }

  private static final class Reader {
    private @Nullable Object id;
    private @Nullable String method;
    private @Nullable Object params;
    private @Nullable Problem problem;
    private @Nullable String refusal; // why the message cannot be taken
    private boolean isInArguments;
    private int values;

    /** Names and indexes of the values within each other that are being read, the inmost first. */
    private final Deque<Object> path = new ArrayDeque<>();

    ClientMessage message(byte[] text, boolean isCut) throws InvalidMessageException {
      try (JsonParser in = FACTORY.createParser(text)) {
        if (in.nextToken() != JsonToken.START_OBJECT) {
          throw invalid("expected one JSON object");
        }
        members(in);
        if (in.nextToken() != null) {
          throw invalid("expected one JSON object, found more");
        }
      } catch (StreamConstraintsException e) {
        bounded(e.getOriginalMessage());
      } catch (JsonEOFException e) {
        if (!isCut) {
          throw new InvalidMessageException(-32700, "expected JSON, found its end", null);
        }
        bounded("expected at most " + StdioLoop.MAX_MESSAGE + " bytes in a message, found more");
      } catch (JacksonException e) {
        throw new InvalidMessageException(-32700, "expected JSON, " + e.getOriginalMessage(), null);
      } catch (IOException e) { // not of bytes in memory
        throw new InvalidMessageException(-32700, String.valueOf(e.getMessage()), null);
      }
      if (refusal != null) {
        throw invalid(refusal);
      }
      if (method == null) {
        throw invalid("expected a method");
      }
      return new ClientMessage(id, method, params, problem);
    }

    /** Has a message that could not be read whole answered as a call, if it is one. */
    private void bounded(String reason) throws InvalidMessageException {
      if (id == null || !CALL.equals(method)) {
        throw invalid(reason);
      }
      problem = problem == null ? new Problem(reason) : problem;
      if (params == null) {
        throw invalid(reason);
      }
    }

    private InvalidMessageException invalid(String reason) {
      return new InvalidMessageException(-32600, reason, id);
    }

    private void members(JsonParser in) throws IOException, InvalidMessageException {
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        JsonToken token = in.nextToken();
        switch (name) {
          case "id" -> {
            if (token != JsonToken.VALUE_STRING && token != JsonToken.VALUE_NUMBER_INT) {
              throw invalid("expected a text or an integer as id");
            }
            id = token == JsonToken.VALUE_STRING ? name(in, name) : in.getNumberValue();
          }
          case "method" -> {
            if (token != JsonToken.VALUE_STRING) {
              throw invalid("expected a text as method");
            }
            method = name(in, name);
          }
          case PARAMS -> params = token == JsonToken.START_OBJECT ? params(in) : value(in, 1);
          default -> in.skipChildren();
        }
      }
    }

    private String name(JsonParser in, String member) throws IOException, InvalidMessageException {
      if (in.getTextLength() > MAX_NAME) {
        throw invalid("expected at most " + MAX_NAME + " characters as " + member + ", found more");
      }
      return text(in.getText());
    }

    private Map<String, @Nullable Object> params(JsonParser in) throws IOException {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      params = values; // those that are read, where others cannot be
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        JsonToken token = in.nextToken();
        if (name.equals(ARGUMENTS) && token != JsonToken.VALUE_NULL) {
          isInArguments = true;
          if (token == JsonToken.START_OBJECT) {
            Object read = value(in, 1);
            values.put(name, problem == null ? read : Map.of()); // no tool sees the wrong ones
          } else {
            note("expected an object");
            in.skipChildren();
          }
          isInArguments = false;
        } else {
          values.put(name, value(in, 1));
        }
      }
      return values;
    }

    /** Notes what is wrong with the value that is being read. */
    private void note(String reason) {
      if (problem == null && isInArguments) {
        StringBuilder place = new StringBuilder("$");
        path.descendingIterator()
            .forEachRemaining(
                each ->
                    place.append(each instanceof Integer index ? "[" + index + "]" : "." + each));
        problem = new Problem(place.toString(), reason);
      }
    }

    /** Whether the bound of values is not passed by one more, which is noted. */
    private boolean isOneMore() {
      if (values < MAX_VALUES) {
        values++;
        return true;
      }
      String reason = "expected at most " + MAX_VALUES + " values in a message, found more";
      if (!isInArguments) {
        refusal = reason;
      } else if (problem == null) {
        problem = new Problem(reason);
      }
      return false;
    }

    private @Nullable Object value(JsonParser in, int depth) throws IOException {
      if (depth > MAX_DEPTH && in.currentToken().isStructStart()) {
        note("expected at most " + MAX_DEPTH + " values within each other, found more");
        in.skipChildren();
        return null;
      }
      return switch (in.currentToken()) {
        case START_OBJECT -> object(in, depth);
        case START_ARRAY -> list(in, depth);
        case VALUE_STRING -> text(in.getText());
        case VALUE_NUMBER_INT -> in.getNumberValue();
        case VALUE_NUMBER_FLOAT -> number(in.getText());
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        default -> null;
      };
    }

    private Map<String, @Nullable Object> object(JsonParser in, int depth) throws IOException {
      Map<String, @Nullable Object> read = new LinkedHashMap<>();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = text(in.currentName());
        in.nextToken();
        if (!isOneMore()) {
          in.skipChildren();
          continue;
        }
        path.push(name);
        Object value = value(in, depth + 1);
        if (read.containsKey(name)) {
          note("expected one value, found another one of the same name");
        }
        path.pop();
        read.put(name, value);
      }
      return read;
    }

    private List<@Nullable Object> list(JsonParser in, int depth) throws IOException {
      List<@Nullable Object> read = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        if (!isOneMore()) {
          in.skipChildren();
          continue;
        }
        path.push(read.size());
        read.add(value(in, depth + 1));
        path.pop();
      }
      return read;
    }

    /** Returns a text in which U+FFFD stands for each half of a surrogate pair. */
    private String text(String text) {
      StringBuilder mended = null;
      for (int i = 0; i < text.length(); i++) {
        char each = text.charAt(i);
        if (Character.isHighSurrogate(each)
            && i + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else if (Character.isSurrogate(each)) {
          note("expected text of Unicode, found half of a surrogate pair");
          mended = mended == null ? new StringBuilder(text) : mended;
          mended.setCharAt(i, '\uFFFD');
        } else if (!isXml(each)) {
          note("expected characters of XML, found U+%04X".formatted((int) each));
        }
      }
      return mended == null ? text : mended.toString();
    }

    /** Whether XML 1.0 §2.2 has a character that is no surrogate. */
    private static boolean isXml(char each) {
      return each >= ' ' ? each < '\uFFFE' : each == '\t' || each == '\n' || each == '\r';
    }

    private BigDecimal number(String text) {
      int exponent = Math.max(text.indexOf('e'), text.indexOf('E'));
      String digits = exponent < 0 ? "" : text.substring(exponent + 1).replaceFirst("^[+-]?0*", "");
      if (digits.length() > 4 || (!digits.isEmpty() && Integer.parseInt(digits) > MAX_EXPONENT)) {
        note("expected an exponent of at most " + MAX_EXPONENT + ", found " + digits);
        return BigDecimal.ZERO;
      }
      return new BigDecimal(text);
    }
  }
}
