package io.castile.bridge.mock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.bridge.JsonException;
import io.castile.bridge.JsonText;
import io.castile.codec.encoded.EncodingRules;
import io.castile.soap.SoapVersion;
import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.value.BoundParts;
import io.castile.wsdl.value.MessageValues;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.Attachment;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** An operation of a binding: its requests are checked, and its responses made up. Thread-safe. */
final class MockOperation {
  private static final Pattern COMMENT = Pattern.compile("<!--.*?--> ?", Pattern.DOTALL);

  private final String name;
  private final Protocol protocol;
  private final OperationValues values;
  private final boolean isOrderChecked;
  private final @Nullable QName element; // null for an empty body
  private final @Nullable String unknown; // why its messages are not known; null where they are

  /**
   * @param isOrderChecked whether elements come in one order in all types
   */
  MockOperation(String name, Protocol protocol, OperationValues values, boolean isOrderChecked) {
    this.name = name;
    this.protocol = protocol;
    this.values = values;
    this.isOrderChecked = isOrderChecked;
    QName found = null;
    String flaw = null;
    try {
      found = values.request().element();
      values.response();
    } catch (UnsupportedOperationException e) {
      flaw = String.valueOf(e.getMessage());
    }
    this.element = found;
    this.unknown = flaw;
  }

  String name() {
    return name;
  }

  Protocol protocol() {
    return protocol;
  }

  BindingOperation bound() {
    return values.operation();
  }

  /** Why no response can be made up; null where one can. */
  @Nullable String unknown() {
    return unknown;
  }

  /** Whether the element in the body of a request is that of the operation. */
  boolean isCalledBy(@Nullable QName found) {
    return element == null ? found == null : element.equals(found);
  }

  String element() {
    return element == null ? "an empty body" : element.toString();
  }

  /**
   * Returns what is wrong with a request; null for nothing. It is read, and written again by the
   * schema, which finds missing elements and values that are none of their types; what is not the
   * same then is not in the schema, or in another order.
   *
   * @param parts beside the envelope, by their Content-IDs
   */
  @Nullable String flaw(MockMessage request, Map<String, Attachment> parts) {
    if (unknown != null) {
      return null;
    }
    try {
      BoundParts bound = values.request().attachments();
      if (bound.isEmpty() && !parts.isEmpty()) {
        return "expected an envelope without attachments, found " + parts.size();
      }
      bound.found(parts);
      if (request.element() == null) {
        return null;
      }
      values.readRequest(request.atElement()); // whose errors name the element
      if (values.isEncoded()) {
        return null;
      }
      if (request.hasMore()) {
        return "expected one element in the body, found another behind it";
      }
      byte[] again = values.requestOfJson(values.readRequestJson(request.atElement()));
      return difference(names(request.atElement()), names(MockMessage.of(again).atElement()));
    } catch (ValueException | XmlException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * Returns the values of a request in the form of JSON; empty where it has none.
   *
   * @param parts beside the envelope, by their Content-IDs
   */
  String json(MockMessage request, Map<String, Attachment> parts) {
    if (unknown != null) {
      return "";
    }
    try {
      Map<String, Object> body =
          request.element() == null ? Map.of() : values.readRequestJson(request.atElement());
      BoundParts bound = values.request().attachments();
      return new String(JsonText.bytes(bound.added(body, bound.found(parts), true)), UTF_8);
    } catch (ValueException | XmlException e) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of parts in memory, which have none
    }
  }

  /** Returns examples of the parts of a response, by their Content-IDs. */
  Map<String, Attachment> responseParts() {
    BoundParts bound = values.response().attachments();
    return bound.given(bound.withExamples(Map.of()));
  }

  /**
   * Returns the parts of a response, by their Content-IDs.
   *
   * @param json as {@link #responseOfJson} takes it
   */
  Map<String, Attachment> partsOfJson(String json) {
    if (bound().operation().isOneWay()) {
      return Map.of();
    }
    try {
      return values.response().attachments().given(JsonText.object(json.getBytes(UTF_8)));
    } catch (ValueException e) {
      throw refused(e, e.pointer());
    }
  }

  /**
   * Returns what is in the body of a response, or the envelope of one with header blocks or of an
   * encoded one; null for a one-way operation, which has none.
   *
   * @throws IllegalArgumentException if it is no JSON, or not the values of the response
   */
  @Nullable String responseOfJson(String json) {
    Map<String, @Nullable Object> results;
    try {
      results = JsonText.object(json.getBytes(UTF_8));
    } catch (JsonException e) {
      throw refused(e, e.pointer());
    }
    if (bound().operation().isOneWay()) {
      if (results.isEmpty()) {
        return null;
      }
      throw new IllegalArgumentException(
          "expected no values of a response of one-way operation " + name + ", found " + json);
    }
    if (unknown != null) {
      throw new IllegalArgumentException(
          "Cannot write a response of operation "
              + name
              + " of JSON, because "
              + unknown
              + ". Give an envelope.");
    }
    try {
      MessageValues response = values.response();
      @Nullable Object[] given = response.jsonValues(results);
      response.check(given);
      XmlWriter out = new XmlWriter();
      for (int i = response.bodySize(); i < given.length; i++) {
        if (given[i] != null) {
          response.codec(i).write(given[i], out);
        }
      }
      String blocks = new String(out.toByteArray(), UTF_8);
      XmlWriter body = new XmlWriter();
      boolean is12 = protocol == Protocol.SOAP_1_2;
      response.write(given, is12 ? EncodingRules.SOAP_1_2 : EncodingRules.SOAP_1_1, body);
      String content = new String(body.toByteArray(), UTF_8);
      boolean isOne = blocks.isEmpty() && !values.isEncoded(); // which may be several elements
      return isOne ? content : envelope(blocks, content);
    } catch (ValueException e) {
      throw refused(e, e.pointer());
    } catch (XmlException e) { // of a text that no XML can have
      throw refused(e, "");
    }
  }

  private String envelope(String blocks, String content) {
    SoapVersion version =
        protocol == Protocol.SOAP_1_2 ? SoapVersion.SOAP_1_2 : SoapVersion.SOAP_1_1;
    return "<S:Envelope xmlns:S=\""
        + version.namespace()
        + "\"><S:Header>"
        + blocks
        + "</S:Header><S:Body>"
        + content
        + "</S:Body></S:Envelope>";
  }

  private IllegalArgumentException refused(Exception cause, String pointer) {
    return new IllegalArgumentException(
        "expected the values of a response of operation "
            + name
            + ", found at "
            + (pointer.isEmpty() ? "the top" : pointer)
            + ": "
            + cause.getMessage(),
        cause);
  }

  /** Tells where names are others, or stand in another order. */
  private @Nullable String difference(List<String> found, List<String> expected) {
    if (!isOrderChecked) {
      Collections.sort(found);
      Collections.sort(expected);
    }
    for (int i = 0; i < Math.max(found.size(), expected.size()); i++) {
      String one = i < found.size() ? found.get(i) : "nothing";
      String other = i < expected.size() ? expected.get(i) : "nothing";
      if (!one.equals(other)) {
        return "expected " + other + ", found " + one;
      }
    }
    return null;
  }

  /** Returns the names of all elements, and of their attributes. */
  private static List<String> names(XmlReader in) {
    List<String> names = new ArrayList<>();
    int depth = 0;
    do {
      if (in.event() == XmlReader.START_ELEMENT) {
        names.add("element " + in.name().local());
        names.addAll(attributes(in));
        depth++;
      } else if (in.event() == XmlReader.END_ELEMENT) {
        depth--;
      }
      in.next();
    } while (depth > 0);
    return names;
  }

  private static List<String> attributes(XmlReader in) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < in.attributeCount(); i++) {
      if (!in.attributeName(i).uri().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
        names.add("attribute " + in.attributeName(i).local());
      }
    }
    Collections.sort(names);
    return names;
  }

  /** Returns what is in the body of a response that is made up; empty for an empty body. */
  String response() {
    return plain(values.responseTemplate());
  }

  /**
   * Returns the detail of a fault that is made up.
   *
   * @param fault its name; the first one's where there is none of that name
   * @return empty where the operation has no faults
   */
  String detail(String fault) {
    return unknown == null ? plain(values.faultTemplate(fault)) : "";
  }

  /** Without comments, which are for people. */
  private static String plain(String template) {
    return COMMENT.matcher(template).replaceAll("");
  }
}
