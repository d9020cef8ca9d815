package io.castile.wsdl.value;

import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.model.internal.AttachmentBinding;
import io.castile.xml.Attachment;
import io.castile.xml.internal.BytesAttachment;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a message that the description binds to MIME parts beside the envelope (WSDL 1.1
 * §5.5; WS-I Attachments Profile 1.0 §3), as values: {@code @contentType} is the media type, with
 * its parameters, and {@code $} the content. Immutable and thread-safe.
 */
public final class BoundParts {
  /** The key of the media type. */
  static final String TYPE = "@contentType";

  /** The key of the content. */
  static final String CONTENT = ComplexPlan.TEXT;

  private static final String PREFIX = "cid:";
  private static final String DOMAIN = "castile";

  /** A media type (RFC 2045 §5.1) in characters that a header field may have, in one line. */
  private static final Pattern MEDIA_TYPE =
      Pattern.compile(
          "[!#$&^_.+a-zA-Z0-9-]{1,127}/[!#$&^_.+a-zA-Z0-9-]{1,127}(?: *;[ -~]{0,500})?");

  private static final QName BASE64 = new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "base64Binary");

  private final Plans plans;
  private final Map<String, AttachmentBinding> byKey = new LinkedHashMap<>();

  /**
   * @param isTaken whether what is in the body, or a header block, has a name
   */
  BoundParts(Plans plans, List<AttachmentBinding> bound, Predicate<String> isTaken) {
    this.plans = plans;
    for (AttachmentBinding each : bound) {
      byKey.put(isTaken.test(each.part()) ? PREFIX + each.part() : each.part(), each);
    }
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return byKey.isEmpty();
  }

  /** Returns the keys of the parts among those of the message. */
  Set<String> keys() {
    return byKey.keySet();
  }

  /** Returns what is given without parts; it is not changed. */
  Map<String, ?> removedFrom(Map<String, ?> given) {
    if (isEmpty()) {
      return given;
    }
    Map<String, Object> others = new LinkedHashMap<>(given);
    others.keySet().removeAll(byKey.keySet());
    return others;
  }

  // ---- writing ----

  /**
   * Returns the parts that are meant by what is given, by their Content-IDs without brackets:
   * {@code partname=UUID@domain} (Attachments Profile §3.8). The identifier of equal content is the
   * same, so that equal messages are.
   *
   * @throws ValueException if a part is missing, or is none
   */
  public Map<String, Attachment> given(Map<String, ?> given) {
    Map<String, Attachment> parts = new LinkedHashMap<>();
    byKey.forEach(
        (key, bound) -> {
          try {
            BytesAttachment part = part(bound, given.get(key));
            parts.put(contentId(bound.part(), part), part);
          } catch (ValueException e) {
            throw e.in(key);
          }
        });
    return parts;
  }

  private BytesAttachment part(AttachmentBinding bound, @Nullable Object given) {
    if (given == null) {
      throw new ValueException("expected an attachment, found none");
    }
    Map<?, ?> fields = given instanceof Map<?, ?> map ? map : Map.of(CONTENT, given);
    Set<String> unknown = new TreeSet<>();
    fields.keySet().forEach(key -> unknown.add(String.valueOf(key)));
    Set<String> expected = new TreeSet<>(Set.of(TYPE, CONTENT));
    unknown.removeAll(expected);
    if (!unknown.isEmpty()) {
      throw RemainingFields.unknown(expected, unknown);
    }
    String type = type(bound, fields.get(TYPE));
    return new BytesAttachment(content(fields.get(CONTENT)), type);
  }

  private byte[] content(@Nullable Object given) {
    try {
      if (given == null) {
        throw new ValueException("expected content in base64, found none");
      }
      SimplePlan base64 = (SimplePlan) Objects.requireNonNull(plans.type(BASE64), "base64Binary");
      return (byte[]) base64.converted(given, new Texts());
    } catch (ValueException e) {
      throw e.in(CONTENT);
    }
  }

  private static String type(AttachmentBinding bound, @Nullable Object given) {
    String fixed = fixedType(bound);
    if (given == null && fixed != null) {
      return fixed;
    }
    if (given instanceof String text && MEDIA_TYPE.matcher(text).matches() && isOf(bound, text)) {
      return text;
    }
    String expected =
        bound.types().isEmpty()
            ? "a media type"
            : "media type " + String.join(" or ", bound.types());
    String found = given == null ? "none" : "'" + given + "'";
    throw new ValueException("expected " + expected + ", found " + found).in(TYPE);
  }

  /** Whether a media type is one of those that the description has for a part. */
  private static boolean isOf(AttachmentBinding bound, String type) {
    String found = bare(type);
    for (String each : bound.types()) {
      String expected = bare(each);
      boolean isAll = expected.equals("*") || expected.equals("*/*");
      boolean isGroup =
          expected.endsWith("/*") && found.startsWith(expected.substring(0, expected.length() - 1));
      if (isAll || isGroup || expected.equals(found)) {
        return true;
      }
    }
    return bound.types().isEmpty();
  }

  private static String bare(String type) {
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the media type of a part; null where a part may have several types, or is a package
   * whose boundary only the sender knows.
   */
  private static @Nullable String fixedType(AttachmentBinding bound) {
    String only = bound.types().size() == 1 ? bound.types().get(0) : "";
    boolean isOne =
        MEDIA_TYPE.matcher(only).matches()
            && !only.contains("*")
            && (!bare(only).startsWith("multipart/") || only.contains("boundary"));
    return isOne ? only : null;
  }

  private static String contentId(String part, BytesAttachment content) {
    byte[] type = content.contentType().getBytes(StandardCharsets.UTF_8);
    ByteBuffer all = ByteBuffer.allocate(type.length + 1 + content.bytes().length);
    all.put(type).put((byte) 0).put(content.bytes());
    return encoded(part) + "=" + UUID.nameUUIDFromBytes(all.array()) + "@" + DOMAIN;
  }

  /** All characters but unreserved ones (RFC 3986 §2.3) stand as {@code %HH}. */
  private static String encoded(String part) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : part.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (each & 0xFF);
      boolean isPlain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || "-._".indexOf(c) >= 0;
      if (isPlain) {
        encoded.append(c);
      } else {
        encoded.append(String.format("%%%02X", (int) c));
      }
    }
    return encoded.toString();
  }

  // ---- reading ----

  /**
   * Returns the parts of a message that came, by their keys: those whose Content-IDs begin with
   * their names, and others in the order of the description.
   *
   * @param parts to which nothing of the document refers, by their Content-IDs, in their order
   * @throws ValueException if one is missing
   */
  public Map<String, Attachment> found(Map<String, Attachment> parts) {
    Map<String, Attachment> named = new LinkedHashMap<>();
    Map<String, Attachment> others = new LinkedHashMap<>(parts);
    byKey.forEach(
        (key, bound) -> {
          for (Map.Entry<String, Attachment> each : others.entrySet()) {
            if (bound.part().equals(partName(each.getKey()))) {
              named.put(key, each.getValue());
              others.remove(each.getKey());
              return;
            }
          }
        });
    List<Attachment> unnamed = new ArrayList<>(others.values());
    Map<String, Attachment> found = new LinkedHashMap<>();
    Set<String> missing = new LinkedHashSet<>();
    for (String key : byKey.keySet()) {
      if (named.containsKey(key)) {
        found.put(key, named.get(key));
      } else if (unnamed.isEmpty()) {
        missing.add(key);
      } else {
        found.put(key, unnamed.remove(0));
      }
    }
    if (!missing.isEmpty()) {
      throw new ValueException(
          "expected attachments "
              + String.join(", ", byKey.keySet())
              + " beside the envelope, found no "
              + String.join(", ", missing));
    }
    return found;
  }

  /** The part name that a Content-ID has before its equals sign; null for none. */
  private static @Nullable String partName(String contentId) {
    int end = contentId.indexOf('=');
    if (end < 0) {
      return null;
    }
    String name = contentId.substring(0, end);
    try {
      return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return name; // which is not encoded, though it has a percent sign
    }
  }

  /**
   * Returns the values of a message with those of its parts.
   *
   * @param body is not changed
   * @param parts by their keys, as {@link #found} returns them
   * @param isJson whether content is base64 text, and no array of bytes
   * @throws IOException if a part cannot be read
   */
  public Map<String, Object> added(
      Map<String, Object> body, Map<String, Attachment> parts, boolean isJson) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>(body);
    for (Map.Entry<String, Attachment> each : parts.entrySet()) {
      byte[] content = each.getValue().toByteArray();
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put(TYPE, each.getValue().contentType());
      fields.put(CONTENT, isJson ? Base64.getEncoder().encodeToString(content) : content);
      all.put(each.getKey(), fields);
    }
    return all;
  }

  /**
   * Returns the values of a message in the form of JSON with those of its parts.
   *
   * @param body is not changed
   * @param given values as {@link #added} returns them
   * @throws ValueException as {@link #given}
   */
  Map<String, Object> json(Map<String, Object> body, Map<String, ?> given) {
    if (isEmpty()) {
      return body;
    }
    Map<String, Object> all = new LinkedHashMap<>(body);
    byKey.forEach(
        (key, bound) -> {
          try {
            all.put(key, json(part(bound, given.get(key))));
          } catch (ValueException e) {
            throw e.in(key);
          }
        });
    return all;
  }

  private static Map<String, Object> json(BytesAttachment part) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(TYPE, part.contentType());
    fields.put(CONTENT, Base64.getEncoder().encodeToString(part.bytes()));
    return fields;
  }

  // ---- describing ----

  /**
   * Returns values with examples of parts, in the form of JSON.
   *
   * @param body is not changed
   */
  public Map<String, Object> withExamples(Map<String, Object> body) {
    if (isEmpty()) {
      return body;
    }
    Map<String, Object> all = new LinkedHashMap<>(body);
    byKey.forEach(
        (key, bound) ->
            all.put(
                key,
                json(
                    new BytesAttachment(
                        "content".getBytes(StandardCharsets.UTF_8), exampleType(bound)))));
    return all;
  }

  private static String exampleType(AttachmentBinding bound) {
    return bound.types().stream()
        .filter(each -> MEDIA_TYPE.matcher(each).matches() && !each.contains("*"))
        .findFirst()
        .orElse(BytesAttachment.UNKNOWN_TYPE);
  }

  /** Adds the schemas of the parts to those of what is in the body, and their names. */
  void describe(Map<String, Object> properties, Set<String> required) {
    byKey.forEach(
        (key, bound) -> {
          properties.put(key, schema(bound));
          required.add(key);
        });
  }

  private static Map<String, Object> schema(AttachmentBinding bound) {
    String fixed = fixedType(bound);
    Map<String, Object> type = new LinkedHashMap<>();
    type.put("type", "string");
    if (!bound.types().isEmpty()) {
      type.put("examples", bound.types());
    }
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("type", "string");
    content.put("contentEncoding", "base64");
    if (fixed != null) {
      content.put("contentMediaType", fixed);
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put(TYPE, type);
    properties.put(CONTENT, content);
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", fixed == null ? List.of(CONTENT, TYPE) : List.of(CONTENT));
    schema.put("additionalProperties", false);
    return schema;
  }
}
