package io.castile.bridge.mock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.bridge.JsonException;
import io.castile.bridge.JsonText;
import io.castile.xml.Attachment;
import io.castile.xml.internal.BytesAttachment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The attachments of a recorded message, as files of a folder beside it: {@code
 * order.response.parts} beside {@code order.response.xml}. The file {@code parts.json} has their
 * media types and Content-IDs, in their order; without it each file is a part with the name of the
 * file.
 */
public final class MockParts {
  /** The bytes of the attachments of one message. */
  public static final long MAX_BYTES = 16 << 20;

  /** The bytes of all attachments of a folder of pairs. */
  public static final long MAX_FOLDER_BYTES = 256 << 20;

  private static final String MESSAGE = ".xml";
  private static final String PARTS = ".parts";
  private static final String INDEX = "parts.json";
  private static final String INDEX_LIST = "parts";
  private static final int MAX_PARTS = 100;
  private static final int MAX_INDEX_BYTES = 1 << 20;
  private static final int MAX_NAME = 40;

  /** A file beside the index: no path, and none that is hidden. */
  private static final Pattern FILE =
      Pattern.compile("[^./\\\\:\\p{Cntrl}][^/\\\\:\\p{Cntrl}]{0,200}");

  /** A Content-ID in characters that a header field may have between angle brackets. */
  private static final Pattern ID = Pattern.compile("[!-~&&[^<>\"]]{1,300}");

  private static final Pattern TYPE =
      Pattern.compile(
          "[!#$&^_.+a-zA-Z0-9-]{1,127}/[!#$&^_.+a-zA-Z0-9-]{1,127}(?: *;[ -~]{0,500})?");

  /** The ends of names of files by media types. */
  private static final Map<String, String> ENDINGS =
      Map.of(
          "text/plain", "txt",
          "text/html", "html",
          "text/xml", "xml",
          "application/xml", "xml",
          "application/json", "json",
          "application/pdf", "pdf",
          "application/zip", "zip",
          "image/gif", "gif",
          "image/png", "png",
          "image/jpeg", "jpg");

  private MockParts() {}

  /** Returns where the attachments of a message are. */
  public static Path folder(Path message) {
    String name = String.valueOf(message.getFileName());
    String stem =
        name.endsWith(MESSAGE) ? name.substring(0, name.length() - MESSAGE.length()) : name;
    return message.resolveSibling(stem + PARTS);
  }

  /** Whether a file has the attachments of a message, by its name. */
  public static boolean isFolder(Path path) {
    return path.toString().endsWith(PARTS);
  }

  /**
   * Whether attachments can be recorded: they are not too many or too large, and their media types
   * and Content-IDs are those of header fields.
   *
   * @param parts by their Content-IDs
   */
  public static boolean isWritable(Map<String, Attachment> parts) {
    long size = 0;
    for (Map.Entry<String, Attachment> each : parts.entrySet()) {
      size += Math.max(0, each.getValue().size());
      if (!ID.matcher(each.getKey()).matches()
          || !TYPE.matcher(each.getValue().contentType()).matches()) {
        return false;
      }
    }
    return size <= MAX_BYTES && parts.size() <= MAX_PARTS;
  }

  // ---- writing ----

  /**
   * Writes attachments and their index. The names of files are made of the Content-IDs, but have no
   * other characters than letters, digits, hyphens and dots.
   *
   * @param folder is there, and empty
   * @param parts by their Content-IDs
   */
  public static void write(Path folder, Map<String, Attachment> parts) throws IOException {
    List<String> lines = new ArrayList<>();
    Set<String> names = new TreeSet<>();
    for (Map.Entry<String, Attachment> each : parts.entrySet()) {
      String type = each.getValue().contentType();
      String stem = plain(partName(each.getKey()));
      String ending = "." + ENDINGS.getOrDefault(bare(type), "bin");
      String file = stem + ending;
      for (int i = 2; !names.add(file.toLowerCase(Locale.ROOT)); i++) {
        file = stem + "-" + i + ending;
      }
      Files.write(folder.resolve(file), each.getValue().toByteArray());
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("file", file);
      fields.put("contentType", type);
      fields.put("contentId", each.getKey());
      lines.add("  " + new String(JsonText.bytes(fields), UTF_8));
    }
    String index = "{\"" + INDEX_LIST + "\": [\n" + String.join(",\n", lines) + "\n]}\n";
    Files.writeString(folder.resolve(INDEX), index);
  }

  /** Returns what a Content-ID says of the name of its part (WS-I Attachments Profile §3.8). */
  public static String partName(String contentId) {
    int end = contentId.indexOf('=');
    String encoded = end < 0 ? contentId : contentId.substring(0, end);
    try {
      return URLDecoder.decode(encoded.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) { // a percent sign that is only that
      return encoded;
    }
  }

  /** Begins with a word, so that it is no name that a system keeps for itself. */
  private static String plain(String name) {
    String plain = name.replaceAll("[^a-zA-Z0-9-]", "_");
    return "part-" + plain.substring(0, Math.min(plain.length(), MAX_NAME));
  }

  private static String bare(String type) {
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  // ---- reading ----

  /**
   * Reads the attachments of a message, by their Content-IDs in their order; none where there is no
   * folder.
   *
   * @throws IOException if a file cannot be read, is too large, or is none of the folder
   */
  static Map<String, Attachment> read(Path folder) throws IOException {
    Map<String, Attachment> parts = new LinkedHashMap<>();
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return parts;
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(folder + ": expected a folder, which is no link, found another file");
    }
    long size = 0;
    for (Map<String, String> each : entries(folder)) {
      Path file = folder.resolve(each.getOrDefault("file", ""));
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(
            "expected the file "
                + file
                + " of an attachment, found "
                + (Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? "a link or a folder" : "none"));
      }
      String name = String.valueOf(file.getFileName());
      String id = each.getOrDefault("contentId", id(name));
      String type = each.getOrDefault("contentType", type(name));
      check(folder, ID, "a Content-ID of printable characters of ASCII, without brackets", id);
      check(folder, TYPE, "a media type", type);
      size += Files.size(file);
      if (size > MAX_BYTES || parts.size() == MAX_PARTS) {
        throw new IOException(
            folder
                + ": expected at most "
                + MAX_PARTS
                + " attachments of "
                + MAX_BYTES
                + " bytes together, found more");
      }
      if (parts.put(id, new BytesAttachment(Files.readAllBytes(file), type)) != null) {
        throw new IOException(
            folder + ": expected Content-IDs that differ, found " + id + " twice");
      }
    }
    return parts;
  }

  private static void check(Path folder, Pattern pattern, String expected, String found)
      throws IOException {
    if (!pattern.matcher(found).matches()) {
      throw new IOException(folder + ": expected " + expected + ", found '" + found + "'");
    }
  }

  private static String id(String file) {
    int dot = file.lastIndexOf('.');
    String stem = dot <= 0 ? file : file.substring(0, dot);
    return URLEncoder.encode(stem, UTF_8).replace("+", "%20") + "=1@castile";
  }

  private static String type(String file) {
    String ending = file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return ENDINGS.entrySet().stream()
        .filter(each -> each.getValue().equals(ending.equals("jpeg") ? "jpg" : ending))
        .map(Map.Entry::getKey)
        .min(Comparator.reverseOrder()) // text/xml before application/xml
        .orElse(BytesAttachment.UNKNOWN_TYPE);
  }

  private static List<Map<String, String>> entries(Path folder) throws IOException {
    Set<String> files = new TreeSet<>();
    try (Stream<Path> found = Files.list(folder)) {
      found
          .map(each -> String.valueOf(each.getFileName()))
          .filter(each -> !each.startsWith("."))
          .forEach(files::add);
    }
    List<Map<String, String>> entries = new ArrayList<>();
    if (files.remove(INDEX)) {
      indexed(folder.resolve(INDEX), entries);
      entries.forEach(each -> files.remove(each.get("file")));
      if (!files.isEmpty()) {
        throw new IOException(
            folder.resolve(INDEX) + ": expected an entry for each file, found none for " + files);
      }
      return entries;
    }
    files.forEach(each -> entries.add(Map.of("file", each)));
    return entries;
  }

  private static void indexed(Path index, List<Map<String, String>> into) throws IOException {
    if (!Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS)
        || Files.size(index) > MAX_INDEX_BYTES) {
      throw new IOException(
          index + ": expected a file of at most " + MAX_INDEX_BYTES + " bytes, found another");
    }
    Map<String, ?> members;
    try {
      members = JsonText.object(Files.readAllBytes(index));
    } catch (JsonException e) {
      throw new IOException(index + ": " + e.getMessage(), e);
    }
    if (!(members.get(INDEX_LIST) instanceof List<?> items) || members.size() > 1) {
      throw new IOException(index + ": expected a list parts, and nothing else, found " + members);
    }
    for (Object item : items) {
      Map<String, String> entry = new LinkedHashMap<>();
      if (item instanceof Map<?, ?> fields
          && fields.values().stream().allMatch(String.class::isInstance)) {
        fields.forEach((key, value) -> entry.put(String.valueOf(key), String.valueOf(value)));
      }
      Set<String> unknown = new TreeSet<>(entry.keySet());
      unknown.removeAll(Set.of("file", "contentType", "contentId"));
      String file = entry.getOrDefault("file", "");
      if (!unknown.isEmpty() || !FILE.matcher(file).matches() || file.equals(INDEX)) {
        throw new IOException(
            index
                + ": expected file, the name of one in this folder, contentType and contentId, all texts, found "
                + item);
      }
      into.add(entry);
    }
  }

  // ---- comparing ----

  /**
   * Returns a text that is the same for the same attachments: those with the same content in the
   * same order of their names. Content-IDs are others in each message.
   */
  public static String canonical(Map<String, Attachment> parts) {
    List<String> ids = new ArrayList<>(parts.keySet());
    ids.sort(Comparator.comparing(each -> each.indexOf('=') < 0 ? "" : partName(each)));
    StringBuilder text = new StringBuilder();
    for (String each : ids) {
      text.append(digest(parts.get(each))).append('\n');
    }
    return text.toString();
  }

  private static String digest(@Nullable Attachment part) {
    try {
      byte[] content = part == null ? new byte[0] : part.toByteArray();
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of an array, which has none
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(
          "Cannot compare attachments, because this JDK has no SHA-256.", e);
    }
  }
}
