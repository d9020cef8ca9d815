package io.castile.cache;

import io.castile.cache.http.StoredResponse;
import io.castile.cache.internal.StoredEntry;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ContentKey;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.representation.Bytes;
import io.castile.cache.representation.Content;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Encodes keys and entries as bytes, for stores that outlive the process. All numbers are
 * big-endian.
 *
 * <pre>
 * entry    "CsCE"  version:1  key-size:4  key  status:4  requested:time  answered:time
 *          fetch-nanos:8  field-count:4  (name:text  line-count:4  line:text ...) ...
 *          content  crc32c:4
 * key      endpoint:text  service:name  operation:name  soap:1  part-count:4  part:text ...
 *          size:4  canonical body
 * content  0  value-count:4  (size:4  XML) ...    size -1 for no value
 *          1  size:4  message
 * time     seconds:8  nanos:4        name     namespace:text  local:text
 * text     char-count:4  chars:2 each, so that no two texts are the same bytes; count -1 for null
 * </pre>
 *
 * <p>Bytes that do not have this form, that are of another version, or that the checksum (of all
 * before it) shows to be damaged are read as no entry. The checksum is no protection against an
 * attacker with write access to the store.
 *
 * <p>For stores, which take the bytes as they are. All methods are thread-safe.
 */
public final class EntryBytes {
  private static final int MAGIC = 0x43734345;
  private static final byte VERSION = 1;
  private static final int HEAD = 4 + 1 + 4;
  private static final int CHECKSUM = 4;
  private static final byte VALUES = 0;
  private static final byte MESSAGE = 1;
  private static final int NONE = -1;

  /** The fields that are kept; no reader needs the others once the response has been stored. */
  private static final Set<String> KEPT_FIELDS =
      Set.of(
          "age",
          "cache-control",
          "cache-tag",
          "content-type",
          "date",
          "etag",
          "expires",
          "last-modified",
          "pragma",
          "surrogate-key",
          "vary");

  private EntryBytes() {}

  // ---- writing ----

  /** Writes what is written to memory, which does not fail. */
  private interface Part {
    void writeTo(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Part part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try {
      part.writeTo(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * The bytes of a key; equal for equal keys only.
   *
   * @throws IllegalArgumentException if the key is not made of a message
   */
  public static byte[] ofKey(CacheKey key) {
    if (!(key instanceof ContentKey content) || key.kind() != KeyKind.XML_MESSAGE) {
      throw new IllegalArgumentException("expected a key made of a message, found " + key.kind());
    }
    CacheKey.Scope scope = key.scope();
    return bytes(
        out -> {
          text(out, scope.endpoint());
          name(out, scope.service());
          name(out, scope.operation());
          out.writeByte(scope.version().ordinal());
          out.writeInt(scope.parts().length);
          for (String part : scope.parts()) {
            text(out, part);
          }
          block(out, ((Bytes) content.content()).toArray());
        });
  }

  /**
   * The bytes of an entry.
   *
   * @param key by {@link #ofKey}
   * @throws IllegalArgumentException if its values are not kept as XML
   */
  public static byte[] ofEntry(byte[] key, CacheEntry entry) {
    StoredEntry stored = StoredEntry.of(entry);
    StoredResponse candidate = stored.candidate();
    byte[] checked =
        bytes(
            out -> {
              out.writeInt(MAGIC);
              out.writeByte(VERSION);
              block(out, key);
              out.writeInt(candidate.status());
              time(out, candidate.requestTime());
              time(out, candidate.responseTime());
              out.writeLong(entry.fetchNanos());
              fields(out, candidate.fields());
              content(out, stored.content());
            });
    return ByteBuffer.allocate(checked.length + CHECKSUM)
        .put(checked)
        .putInt(checksum(checked, checked.length))
        .array();
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, length);
    return (int) sum.getValue();
  }

  private static void text(DataOutputStream out, @Nullable String text) throws IOException {
    if (text == null) {
      out.writeInt(NONE);
      return;
    }
    out.writeInt(text.length());
    out.writeChars(text);
  }

  private static void name(DataOutputStream out, QName name) throws IOException {
    text(out, name.getNamespaceURI());
    text(out, name.getLocalPart());
  }

  private static void time(DataOutputStream out, Instant time) throws IOException {
    out.writeLong(time.getEpochSecond());
    out.writeInt(time.getNano());
  }

  private static void block(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
    if (bytes == null) {
      out.writeInt(NONE);
      return;
    }
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void fields(DataOutputStream out, Headers all) throws IOException {
    List<String> names = KEPT_FIELDS.stream().filter(all::has).sorted().toList();
    out.writeInt(names.size());
    for (String name : names) {
      text(out, name);
      out.writeInt(all.values(name).size());
      for (String line : all.values(name)) {
        text(out, line);
      }
    }
  }

  private static void content(DataOutputStream out, Content content) throws IOException {
    if (content instanceof Content.Message message) {
      out.writeByte(MESSAGE);
      block(out, message.bytes());
      return;
    }
    if (content instanceof Content.OffHeap || content instanceof Content.Events) {
      throw new IllegalArgumentException("expected an entry of a store of bytes, found " + content);
    }
    byte[][] values =
        content instanceof Content.Encoded encoded
            ? encoded.values()
            : ((Content.Values) content).encoded().values();
    out.writeByte(VALUES);
    out.writeInt(values.length);
    for (byte[] value : values) {
      block(out, value);
    }
  }

  // ---- reading ----

  /**
   * Reads an entry.
   *
   * @param key by {@link #ofKey}
   * @return null if the bytes are no entry of this key
   */
  public static @Nullable CacheEntry entry(byte[] key, byte @Nullable [] bytes) {
    try {
      ByteBuffer in = checked(bytes);
      if (in == null || !Arrays.equals(block(in), key)) {
        return null;
      }
      int status = in.getInt();
      Instant requestTime = time(in);
      Instant responseTime = time(in);
      long fetchNanos = in.getLong();
      Headers fields = fields(in);
      Content content = content(in);
      return in.hasRemaining()
          ? null
          : StoredEntry.unread(
              content, new StoredResponse(status, fields, requestTime, responseTime), fetchNanos);
    } catch (BufferUnderflowException | IllegalArgumentException | DateTimeException e) {
      return null;
    }
  }

  /** Reads the key of an entry; null if the bytes are no entry. */
  public static @Nullable CacheKey key(byte @Nullable [] bytes) {
    try {
      ByteBuffer entry = checked(bytes);
      byte[] block = entry == null ? null : block(entry);
      return block == null ? null : keyOf(block);
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return null;
    }
  }

  /** Reads a key by {@link #ofKey}; null if the bytes are none. */
  public static @Nullable CacheKey keyOf(byte[] key) {
    try {
      ByteBuffer in = ByteBuffer.wrap(key);
      String endpoint = someText(in);
      QName service = name(in);
      QName operation = name(in);
      SoapVersion version = version(in.get());
      String[] parts = new String[count(in, 4)];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = text(in);
      }
      byte[] body = someBlock(in);
      CacheKey.Scope scope = CacheKey.Scope.of(endpoint, service, operation, version).with(parts);
      return in.hasRemaining() ? null : new ContentKey(KeyKind.XML_MESSAGE, scope, new Bytes(body));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * Returns the part that the checksum covers, behind magic and version; null if that is something
   * else.
   */
  private static @Nullable ByteBuffer checked(byte @Nullable [] bytes) {
    if (bytes == null || bytes.length < HEAD + CHECKSUM) {
      return null;
    }
    ByteBuffer all = ByteBuffer.wrap(bytes);
    int end = bytes.length - CHECKSUM;
    boolean known =
        all.getInt() == MAGIC && all.get() == VERSION && all.getInt(end) == checksum(bytes, end);
    return known ? all.limit(end) : null;
  }

  /** A count of things that take that many bytes at least: no more than there can be. */
  private static int count(ByteBuffer in, int leastSize) {
    return count(in, in.getInt(), leastSize);
  }

  private static int count(ByteBuffer in, int count, int leastSize) {
    if (count < 0 || count > in.remaining() / leastSize) {
      throw new IllegalArgumentException(
          "expected a count from 0 to " + in.remaining() / leastSize + ", found " + count);
    }
    return count;
  }

  private static @Nullable String text(ByteBuffer in) {
    int size = in.getInt();
    if (size == NONE) {
      return null;
    }
    char[] chars = new char[count(in, size, Character.BYTES)];
    in.asCharBuffer().get(chars);
    in.position(in.position() + chars.length * Character.BYTES);
    return new String(chars);
  }

  private static String someText(ByteBuffer in) {
    String text = text(in);
    if (text == null) {
      throw new IllegalArgumentException("expected a text, found null");
    }
    return text;
  }

  private static byte @Nullable [] block(ByteBuffer in) {
    int size = in.getInt();
    if (size == NONE) {
      return null;
    }
    byte[] bytes = new byte[count(in, size, 1)];
    in.get(bytes);
    return bytes;
  }

  private static byte[] someBlock(ByteBuffer in) {
    byte[] bytes = block(in);
    if (bytes == null) {
      throw new IllegalArgumentException("expected bytes, found null");
    }
    return bytes;
  }

  private static QName name(ByteBuffer in) {
    return new QName(someText(in), someText(in));
  }

  private static Instant time(ByteBuffer in) {
    return Instant.ofEpochSecond(in.getLong(), in.getInt());
  }

  private static SoapVersion version(int ordinal) {
    SoapVersion[] versions = SoapVersion.values();
    if (ordinal < 0 || ordinal >= versions.length) {
      throw new IllegalArgumentException("expected a known version, found " + ordinal);
    }
    return versions[ordinal];
  }

  private static Headers fields(ByteBuffer in) {
    Headers.Builder fields = Headers.builder();
    for (int left = count(in, 8); left > 0; left--) {
      String name = someText(in);
      for (int more = count(in, 4); more > 0; more--) {
        fields.add(name, someText(in));
      }
    }
    return fields.build();
  }

  private static Content content(ByteBuffer in) {
    byte kind = in.get();
    if (kind == MESSAGE) {
      return new Content.Message(someBlock(in));
    }
    if (kind != VALUES) {
      throw new IllegalArgumentException("expected a known kind of representation, found " + kind);
    }
    byte[][] values = new byte[count(in, 4)][];
    for (int i = 0; i < values.length; i++) {
      values[i] = block(in);
    }
    return new Content.Encoded(values);
  }
}
