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
import java.util.ArrayList;
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
    private boolean isInArguments;

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
            id = token == JsonToken.VALUE_STRING ? text(in.getText(), "$") : in.getNumberValue();
          }
          case "method" -> {
            if (token != JsonToken.VALUE_STRING) {
              throw invalid("expected a text as method");
            }
            method = text(in.getText(), "$");
          }
          case PARAMS -> params = token == JsonToken.START_OBJECT ? params(in) : value(in, "$", 1);
          default -> in.skipChildren();
        }
      }
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
            values.put(name, value(in, "$", 1));
          } else {
            note("$", "expected an object");
            in.skipChildren();
          }
          isInArguments = false;
        } else {
          values.put(name, value(in, "$", 1));
        }
      }
      return values;
    }

    private void note(String path, String reason) {
      if (problem == null && isInArguments) {
        problem = new Problem(path, reason);
      }
    }

    private @Nullable Object value(JsonParser in, String path, int depth) throws IOException {
      if (depth > MAX_DEPTH && in.currentToken().isStructStart()) {
        note(path, "expected at most " + MAX_DEPTH + " values within each other, found more");
        in.skipChildren();
        return null;
      }
      return switch (in.currentToken()) {
        case START_OBJECT -> object(in, path, depth);
        case START_ARRAY -> list(in, path, depth);
        case VALUE_STRING -> text(in.getText(), path);
        case VALUE_NUMBER_INT -> in.getNumberValue();
        case VALUE_NUMBER_FLOAT -> number(in.getText(), path);
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        default -> null;
      };
    }

    private Map<String, @Nullable Object> object(JsonParser in, String path, int depth)
        throws IOException {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = text(in.currentName(), path);
        String below = problem == null ? path + "." + name : path;
        in.nextToken();
        Object value = value(in, below, depth + 1);
        if (values.containsKey(name)) {
          note(below, "expected one value, found another one of the same name");
        }
        values.put(name, value);
      }
      return values;
    }

    private List<@Nullable Object> list(JsonParser in, String path, int depth) throws IOException {
      List<@Nullable Object> values = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        values.add(value(in, problem == null ? path + "[" + values.size() + "]" : path, depth + 1));
      }
      return values;
    }

    /** Returns a text in which U+FFFD stands for each half of a surrogate pair. */
    private String text(String text, String path) {
      StringBuilder mended = null;
      for (int i = 0; i < text.length(); i++) {
        char each = text.charAt(i);
        if (Character.isHighSurrogate(each)
            && i + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else if (Character.isSurrogate(each)) {
          note(path, "expected text of Unicode, found half of a surrogate pair");
          mended = mended == null ? new StringBuilder(text) : mended;
          mended.setCharAt(i, '\uFFFD');
        } else if (!isXml(each)) {
          note(path, "expected characters of XML, found U+%04X".formatted((int) each));
        }
      }
      return mended == null ? text : mended.toString();
    }

    /** Whether XML 1.0 §2.2 has a character that is no surrogate. */
    private static boolean isXml(char each) {
      return each >= ' ' ? each < '\uFFFE' : each == '\t' || each == '\n' || each == '\r';
    }

    private BigDecimal number(String text, String path) {
      int exponent = Math.max(text.indexOf('e'), text.indexOf('E'));
      String digits = exponent < 0 ? "" : text.substring(exponent + 1).replaceFirst("^[+-]?0*", "");
      if (digits.length() > 4 || (!digits.isEmpty() && Integer.parseInt(digits) > MAX_EXPONENT)) {
        note(path, "expected an exponent of at most " + MAX_EXPONENT + ", found " + digits);
        return BigDecimal.ZERO;
      }
      return new BigDecimal(text);
    }
  }
}
