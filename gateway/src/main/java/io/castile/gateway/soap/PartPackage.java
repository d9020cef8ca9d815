package io.castile.gateway.soap;

import io.castile.soap.multipart.MultipartType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message with its parts (RFC 2046 §5.1, RFC 2387), where all readers of MIME take it for the
 * same. What has two readings, or is wrong, is no package here: text before the first boundary and
 * behind the last one, a boundary in the midst of a line, lines that end with LF, packages within
 * packages, a field of MIME twice, a root part that is not the first. A key must not be made of
 * what the service may read in another way. Immutable.
 *
 * <p>The reader of the rest of Castile takes what senders of all kinds make of MIME, and is for
 * messages that are read once.
 *
 * @param content the whole, never changed
 * @param parameters of the Content-Type, but for what names parts and stands between them
 * @param parts at least one: the root part comes first
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record PartPackage(byte[] content, Map<String, String> parameters, List<Part> parts) {
  private static final int MAX_PARTS = 1_000;
  private static final int MAX_HEAD_BYTES = 16 << 10;
  private static final Pattern BOUNDARY = Pattern.compile("[0-9A-Za-z'()+_,./:=?-]{1,70}");
  private static final Pattern NAME = Pattern.compile("[!-9;-~]+");
  private static final Pattern ID = Pattern.compile("[!-~]+");
  private static final Set<String> PLAIN = Set.of("", "7bit", "8bit", "binary");
  private static final byte[] LINE = {'\r', '\n'};
  private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

  /**
   * A part.
   *
   * @param id its Content-ID without brackets; null for none
   * @param type its Content-Type
   * @param fields the other fields as lines, without what spelling makes of them
   * @param from where its content begins, in its transfer encoding
   * @param to behind its content
   */
  public record Part(@Nullable String id, MediaType type, List<String> fields, int from, int to) {}

  /** Whether a Content-Type is that of messages with parts. */
  public static boolean isType(MediaType type) {
    return type.type().equals(MultipartType.MULTIPART);
  }

  /**
   * Reads a message.
   *
   * @param contentType the field
   * @return null where it is none, or has two readings
   */
  public static @Nullable PartPackage read(byte[] content, String contentType) {
    MediaType type = MediaType.parse(contentType);
    MultipartType other = MultipartType.of(contentType);
    String boundary = type.parameters().getOrDefault("boundary", "");
    String start = contentId(type.parameters().getOrDefault("start", ""));
    boolean isCertain =
        other != null
            && isType(type)
            && BOUNDARY.matcher(boundary).matches()
            && other.boundary().equals(boundary)
            && other.start().equals(start);
    if (!isCertain) {
      return null;
    }
    List<Part> parts = parts(content, "--" + boundary);
    if (parts == null || !isRoot(parts.get(0), start) || !haveDifferentIds(parts)) {
      return null;
    }
    Map<String, String> parameters = new TreeMap<>(type.parameters());
    parameters.remove("boundary");
    parameters.remove("start");
    return new PartPackage(content, parameters, parts);
  }

  /** Whether a message lacks the boundary that ends it, so that parts of it may be missing. */
  public static boolean isCut(byte[] content, String contentType) {
    MultipartType type = MultipartType.of(contentType);
    if (type == null) {
      return false; // of which nothing is known
    }
    byte[] end = ("--" + type.boundary() + "--").getBytes(StandardCharsets.ISO_8859_1);
    return indexOf(content, end, 0, content.length) < 0;
  }

  private static boolean isRoot(Part part, String start) {
    boolean isXml = part.type.isXml() || part.type.type().equals(MultipartType.XOP);
    return isXml
        && (start.isEmpty() || start.equals(part.id))
        && part.fields.stream()
            .filter(field -> field.startsWith("content-transfer-encoding: "))
            .allMatch(field -> PLAIN.contains(value(field).toLowerCase(Locale.ROOT)));
  }

  private static String value(String field) {
    return field.substring(field.indexOf(' ') + 1);
  }

  private static boolean haveDifferentIds(List<Part> parts) {
    Set<String> ids = new HashSet<>();
    return parts.stream()
        .allMatch(part -> part.id == null || (ID.matcher(part.id).matches() && ids.add(part.id)));
  }

  // ---- boundaries ----

  private static @Nullable List<Part> parts(byte[] content, String delimiter) {
    byte[] mark = delimiter.getBytes(StandardCharsets.US_ASCII);
    List<Part> parts = new ArrayList<>();
    int at = indexOf(content, mark, 0, content.length);
    if (at != 0 && !(at == LINE.length && isLine(content, 0))) {
      return null;
    }
    while (parts.size() <= MAX_PARTS) {
      int from = at + mark.length;
      if (content.length >= from + 2 && content[from] == '-' && content[from + 1] == '-') {
        boolean isEnd = content.length == from + 2;
        isEnd |= content.length == from + 4 && isLine(content, from + 2);
        return isEnd && !parts.isEmpty() ? parts : null;
      }
      int next = indexOf(content, mark, from, content.length);
      if (!isLine(content, from) || next < from + 4 || !isLine(content, next - 2)) {
        return null;
      }
      Part part = part(content, from, next - 2);
      if (part == null) {
        return null;
      }
      parts.add(part);
      at = next;
    }
    return null;
  }

  private static boolean isLine(byte[] content, int at) {
    return at >= 0
        && at + 2 <= content.length
        && content[at] == LINE[0]
        && content[at + 1] == LINE[1];
  }

  private static int indexOf(byte[] content, byte[] wanted, int from, int to) {
    for (int at = from; at <= to - wanted.length; at++) {
      if (content[at] == wanted[0]
          && Arrays.equals(content, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at;
      }
    }
    return -1;
  }

  // ---- a part ----

  /**
   * @param from the end of the line of the boundary
   * @param to the end of the part
   */
  private static @Nullable Part part(byte[] content, int from, int to) {
    int end = indexOf(content, END_OF_HEAD, from, Math.min(to, from + MAX_HEAD_BYTES));
    if (end < 0) {
      return null;
    }
    String head =
        end == from
            ? ""
            : new String(content, from + 2, end - from - 2, StandardCharsets.ISO_8859_1);
    List<String> fields = fields(head);
    if (fields == null) {
      return null;
    }
    String id = null;
    MediaType type = MediaType.NONE;
    Set<String> names = new HashSet<>();
    for (String field : fields) {
      String name = field.substring(0, field.indexOf(':'));
      if (name.startsWith("content-") && !names.add(name)) {
        return null;
      }
      if (name.equals("content-id")) {
        id = contentId(value(field));
      } else if (name.equals("content-type")) {
        type = MediaType.parse(value(field));
      }
    }
    if (type.type().startsWith("multipart/")) {
      return null;
    }
    fields.removeIf(field -> field.startsWith("content-id: "));
    fields.sort(Comparator.naturalOrder());
    return new Part(id, type, List.copyOf(fields), end + 4, to);
  }

  /** The fields of a head, with their names in lower case, each a line; null where one is wrong. */
  private static @Nullable List<String> fields(String head) {
    List<String> fields = new ArrayList<>();
    if (head.isEmpty()) {
      return fields;
    }
    String unfolded = head.replace("\r\n ", " ").replace("\r\n\t", "\t");
    for (String line : unfolded.split("\r\n", -1)) {
      int colon = line.indexOf(':');
      boolean isField =
          colon > 0
              && NAME.matcher(line.substring(0, colon)).matches()
              && line.chars().noneMatch(c -> c < ' ' && c != '\t');
      if (!isField) {
        return null;
      }
      fields.add(
          line.substring(0, colon).toLowerCase(Locale.ROOT)
              + ": "
              + line.substring(colon + 1).strip());
    }
    return fields;
  }

  private static String contentId(String value) {
    return value.length() > 2 && value.startsWith("<") && value.endsWith(">")
        ? value.substring(1, value.length() - 1)
        : value;
  }

  /** Returns the content of a part, in its transfer encoding. */
  public byte[] content(Part part) {
    return Arrays.copyOfRange(content, part.from, part.to);
  }

  /** Returns the root part. */
  public Part root() {
    return parts.get(0);
  }
}
