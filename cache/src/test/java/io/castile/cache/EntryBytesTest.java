package io.castile.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.http.StoredResponse;
import io.castile.cache.internal.StoredEntry;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.cache.key.internal.ContentKey;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.representation.Bytes;
import io.castile.cache.representation.Content;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import javax.xml.namespace.QName;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EntryBytesTest {
  private static final int VERSION_AT = 4;
  private static final int CHECKSUM = 4;

  private static CacheKey key(Random random) {
    CacheKey.Scope scope =
        CacheKey.Scope.of(
            "http://localhost/" + random.nextInt(3),
            new QName("urn:" + random.nextInt(2), "Service"),
            new QName("urn:x", "op" + random.nextInt(3)),
            SoapVersion.values()[random.nextInt(2)]);
    String[] parts = new String[random.nextInt(3)];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = random.nextInt(3) == 0 ? null : text(random);
    }
    byte[] body = new byte[random.nextInt(20)];
    random.nextBytes(body);
    return new ContentKey(KeyKind.XML_MESSAGE, scope.with(parts), new Bytes(body));
  }

  /** With halves of surrogate pairs, which have no UTF-8. */
  private static String text(Random random) {
    char[] chars = new char[random.nextInt(4)];
    for (int i = 0; i < chars.length; i++) {
      chars[i] = "a\u20ac\ud800\udc00?".charAt(random.nextInt(5));
    }
    return new String(chars);
  }

  private static CacheEntry entry(Random random) {
    Headers.Builder fields = Headers.builder();
    if (random.nextBoolean()) {
      fields.add("ETag", "\"" + random.nextInt() + "\"");
      fields.add("Cache-Control", "max-age=1");
      fields.add("Cache-Control", text(random));
    }
    StoredResponse candidate =
        new StoredResponse(
            200,
            fields.build(),
            Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)),
            Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)));
    return StoredEntry.unread(content(random), candidate, random.nextLong());
  }

  private static Content content(Random random) {
    if (random.nextBoolean()) {
      return new Content.Message(bytes(random));
    }
    byte[][] values = new byte[random.nextInt(4)][];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextBoolean() ? null : bytes(random);
    }
    return new Content.Encoded(values);
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(30)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[][] parts(Content content) {
    return content instanceof Content.Message message
        ? new byte[][] {message.bytes()}
        : ((Content.Encoded) content).values();
  }

  @Property
  void whatIsWrittenIsRead(@ForAll long seed) {
    Random random = new Random(seed);
    CacheKey key = key(random);
    CacheEntry entry = entry(random);
    byte[] keyBytes = EntryBytes.ofKey(key);
    byte[] bytes = EntryBytes.ofEntry(keyBytes, entry);

    assertThat(EntryBytes.key(bytes)).isEqualTo(key);
    CacheEntry read = EntryBytes.entry(keyBytes, bytes);
    assertThat(StoredEntry.of(read).candidate()).isEqualTo(StoredEntry.of(entry).candidate());
    assertThat(read.fetchNanos()).isEqualTo(entry.fetchNanos());
    assertThat(StoredEntry.of(read).content()).hasSameClassAs(StoredEntry.of(entry).content());
    assertThat(
            Arrays.deepEquals(
                parts(StoredEntry.of(read).content()), parts(StoredEntry.of(entry).content())))
        .isTrue();
    assertThat(EntryBytes.ofEntry(keyBytes, read)).isEqualTo(bytes);
  }

  @Property
  void keysAreTheSameBytesOnlyIfTheyAreEqual(@ForAll long one, @ForAll @IntRange(max = 3) int far) {
    CacheKey first = key(new Random(one));
    CacheKey second = key(new Random(one + far));

    assertThat(Arrays.equals(EntryBytes.ofKey(first), EntryBytes.ofKey(second)))
        .isEqualTo(first.equals(second));
  }

  @Test
  void partsThatLookAlikeAreToldApart() {
    CacheKey.Scope scope =
        CacheKey.Scope.of("http://localhost/", new QName("op"), SoapVersion.SOAP_1_1);
    List<String[]> all =
        List.of(
            new String[] {"a", "b"},
            new String[] {"ab"},
            new String[] {"ab", null},
            new String[] {"ab", ""},
            new String[] {null, "ab"},
            new String[] {"?"},
            new String[] {"\ud800"});
    List<String> written = new ArrayList<>();
    for (String[] parts : all) {
      CacheKey key =
          new ContentKey(KeyKind.XML_MESSAGE, scope.with(parts), new Bytes(new byte[] {1}));
      written.add(Arrays.toString(EntryBytes.ofKey(key)));
    }

    assertThat(written).doesNotHaveDuplicates();
  }

  @Property(tries = 100)
  void damagedBytesAreNoEntry(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] keyBytes = EntryBytes.ofKey(key(random));
    byte[] bytes = EntryBytes.ofEntry(keyBytes, entry(random));
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= (byte) (1 + random.nextInt(255));
      assertThat(EntryBytes.entry(keyBytes, changed)).isNull();
      assertThat(EntryBytes.key(changed)).isNull();
      assertThat(EntryBytes.entry(keyBytes, Arrays.copyOf(bytes, i))).isNull();
    }
    assertThat(EntryBytes.entry(keyBytes, Arrays.copyOf(bytes, bytes.length + 1))).isNull();
  }

  @Property
  void foreignBytesAreNoEntry(@ForAll byte[] bytes) {
    assertThat(EntryBytes.entry(new byte[0], bytes)).isNull();
    assertThat(EntryBytes.key(bytes)).isNull();
  }

  /** Numbers that lie cost neither memory nor an exception, though the checksum fits them. */
  @Property(tries = 5000)
  void hostileBytesWithAChecksumDoNoHarm(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] keyBytes = EntryBytes.ofKey(key(random));
    byte[] bytes = EntryBytes.ofEntry(keyBytes, entry(random));
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      int at = VERSION_AT + 1 + random.nextInt(bytes.length - VERSION_AT - 1 - CHECKSUM);
      if (random.nextBoolean() || at + 8 > bytes.length) {
        bytes[at] = (byte) random.nextInt(256);
      } else {
        int[] extremes = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, bytes.length, 0};
        ByteBuffer.wrap(bytes).putInt(at, extremes[random.nextInt(extremes.length)]);
      }
    }
    byte[] sealed = seal(bytes);

    CacheKey key = EntryBytes.key(sealed);
    CacheEntry entry = EntryBytes.entry(keyBytes, sealed);
    if (key != null) {
      byte[] written = EntryBytes.ofKey(key);
      assertThat(EntryBytes.key(EntryBytes.ofEntry(written, entry(random)))).isEqualTo(key);
    }
    if (entry != null) {
      assertThat(entry.weight()).isPositive();
      assertThat(EntryBytes.entry(keyBytes, EntryBytes.ofEntry(keyBytes, entry))).isNotNull();
    }
  }

  /** With the checksum of what stands before it. */
  private static byte[] seal(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, bytes.length - CHECKSUM);
    ByteBuffer.wrap(bytes).putInt(bytes.length - CHECKSUM, (int) sum.getValue());
    return bytes;
  }

  @Test
  void bytesOfAnotherVersionAreNoEntry() {
    Random random = new Random(1);
    byte[] keyBytes = EntryBytes.ofKey(key(random));
    byte[] bytes = EntryBytes.ofEntry(keyBytes, entry(random));
    assertThat(EntryBytes.entry(keyBytes, seal(bytes))).isNotNull();

    bytes[VERSION_AT]++;

    assertThat(EntryBytes.entry(keyBytes, seal(bytes))).isNull();
    assertThat(EntryBytes.key(bytes)).isNull();
  }

  @Test
  void anEntryOfAnotherKeyIsNone() {
    Random random = new Random(1);
    byte[] one = EntryBytes.ofKey(key(random));
    byte[] other = EntryBytes.ofKey(key(random));
    assertThat(one).isNotEqualTo(other);

    assertThat(EntryBytes.entry(other, EntryBytes.ofEntry(one, entry(random)))).isNull();
  }

  @Test
  void headerFieldsThatDoNotMatterAreNotWritten() {
    Headers fields = Headers.of("Set-Cookie", "session=geheim", "Age", "7");
    StoredResponse candidate = new StoredResponse(200, fields, Instant.EPOCH, Instant.EPOCH);
    byte[] keyBytes = EntryBytes.ofKey(key(new Random(1)));
    CacheEntry entry = StoredEntry.unread(new Content.Message(new byte[0]), candidate, 1);

    byte[] bytes = EntryBytes.ofEntry(keyBytes, entry);

    assertThat(new String(bytes, StandardCharsets.ISO_8859_1).replace("\0", ""))
        .contains("age")
        .doesNotContain("geheim");
    assertThat(StoredEntry.of(EntryBytes.entry(keyBytes, bytes)).candidate().fields())
        .isEqualTo(Headers.of("age", "7"));
  }

  @Test
  void aKeyThatIsNotMadeOfAMessageIsRefused() {
    CacheKey.Scope scope =
        CacheKey.Scope.of("http://localhost/", new QName("op"), SoapVersion.SOAP_1_1);
    CacheKey key =
        Keys.of(KeyKind.AUTOMATIC, List.of(ArgumentType.of(String.class))).key(scope, "text");

    assertThatThrownBy(() -> EntryBytes.ofKey(key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ARGUMENTS");
  }
}
