package io.castile.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.http.StoredResponse;
import io.castile.cache.internal.StoredEntry;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ContentKey;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.representation.Bytes;
import io.castile.cache.representation.Content;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Entries in a file, from one process to the next. */
class SavedEntriesTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final String CONTEXT = "routes";

  private static byte[] savedBytes; // null before the first damage

  @TempDir private Path folder;

  private static CacheKey key(int number) {
    CacheKey.Scope scope =
        CacheKey.Scope.of(
            "http://localhost/", new QName("urn:s", "S"), new QName("op"), SoapVersion.SOAP_1_1);
    byte[] body = ("<q>" + number + "</q>").getBytes(StandardCharsets.UTF_8);
    return new ContentKey(KeyKind.XML_MESSAGE, scope.with("p" + number % 3), new Bytes(body));
  }

  private static byte[] message(int number) {
    byte[] message = new byte[number % 5 * 400 + 10];
    new Random(number).nextBytes(message);
    return message;
  }

  private static CacheEntry entry(int number, Duration ttl, Headers fields) {
    CacheRule rule = CacheRule.forOperations("*").cache(true).http(true).ttl(ttl).build();
    OperationPolicy policy =
        CachePolicy.builder().rule(rule).build().forTarget(new CachePolicy.Target("", "", "op"));
    return new StoredEntry(
        new Content.Message(message(number)),
        new StoredResponse(200, fields, START, START),
        policy,
        7);
  }

  private static CacheStore store(int count) {
    CacheStore store = CacheStore.savable(10 << 20);
    for (int i = 0; i < count; i++) {
      Headers validator = i % 2 == 0 ? Headers.NONE : Headers.of("ETag", "\"" + i + "\"");
      store.put(key(i), entry(i, Duration.ofSeconds(1 + i), validator));
    }
    return store;
  }

  private static ResponseCache cache(CacheStore store, Instant now) {
    return ResponseCache.builder().store(store).clock(() -> now).build();
  }

  private static byte[] message(CacheStore store, CacheKey key) {
    Content content = StoredEntry.of(store.get(key)).content();
    return content instanceof Content.OffHeap kept
        ? kept.message().copy()
        : ((Content.Message) content).bytes();
  }

  private Path saved(int count) throws IOException {
    Path file = folder.resolve("entries");
    assertThat(cache(store(count), START).save(file, CONTEXT)).isEqualTo(count);
    return file;
  }

  @Test
  void entriesComeBackOnce() throws Exception {
    Path file = saved(200);
    CacheStore store = CacheStore.savable(10 << 20);

    assertThat(cache(store, START).restore(file, CONTEXT)).isEqualTo(200);

    CacheStore before = store(200);
    for (int i = 0; i < 200; i++) {
      CacheEntry entry = store.get(key(i));
      CacheEntry original = before.get(key(i));
      assertThat(message(store, key(i))).isEqualTo(message(i));
      assertThat(StoredEntry.of(entry).isSameAs(StoredEntry.of(original))).isTrue();
      assertThat(entry.uselessFrom()).isEqualTo(original.uselessFrom());
    }
    assertThat(file).doesNotExist();
    assertThat(cache(store, START).restore(file, CONTEXT)).isZero();
  }

  @Test
  void entriesThatAreOfNoUseAnyMoreStayAway() throws Exception {
    Path file = saved(200);
    CacheStore store = CacheStore.savable(10 << 20);

    int kept = cache(store, START.plusSeconds(100)).restore(file, CONTEXT);

    for (int i = 0; i < 200; i++) {
      boolean isValidated = i % 2 == 1;
      boolean isFresh = 1 + i > 100;
      assertThat(store.get(key(i)) != null).as("entry %s", i).isEqualTo(isValidated || isFresh);
    }
    assertThat(kept).isEqualTo(150);
  }

  @Test
  void entriesOfAnotherContextStayAway() throws Exception {
    CacheStore store = CacheStore.savable(10 << 20);

    assertThat(cache(store, START).restore(saved(10), "others")).isZero();

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void entriesThatWouldComeFromTheFutureStayAway() throws Exception {
    CacheStore store = CacheStore.savable(10 << 20);

    assertThat(cache(store, START.minusSeconds(1)).restore(saved(10), CONTEXT)).isZero();

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its files have no POSIX permissions")
  void onlyTheOwnerMayReadTheFile() throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(saved(1))))
        .isEqualTo("rw-------");
  }

  @Test
  void aFileThatCannotBeWrittenLeavesNothing() throws Exception {
    Path file = folder.resolve("entries");
    Files.createDirectory(file);
    Files.writeString(file.resolve("other"), "other"); // so that it cannot be replaced

    assertThatThrownBy(() -> cache(store(3), START).save(file, CONTEXT))
        .isInstanceOf(IOException.class);

    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
    assertThat(file.resolve("other")).hasContent("other");
  }

  @Test
  void whatIsNoFileOfEntriesIsRefusedAndStays() throws Exception {
    Path file = folder.resolve("entries");
    Files.writeString(file, "something that somebody may want");

    assertThatThrownBy(() -> cache(CacheStore.savable(10 << 20), START).restore(file, CONTEXT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a file of entries, found another one: " + file);
    assertThat(file).exists();
  }

  @Test
  void aStoreOfObjectsIsNotSaved() {
    ResponseCache cache = cache(CacheStore.offHeap(10 << 20), START);

    assertThat(cache.isSavable()).isFalse();
    assertThatThrownBy(() -> cache.save(folder.resolve("entries"), CONTEXT))
        .isInstanceOf(IllegalStateException.class);
  }

  /** Returns the bytes of a file of ten entries, which are the same for all damages. */
  private static synchronized byte[] savedOnce(Path file) throws IOException {
    if (savedBytes == null) {
      cache(store(10), START).save(file, CONTEXT);
      savedBytes = Files.readAllBytes(file);
    }
    return savedBytes;
  }

  /** A file that was damaged gives entries that were saved, or is refused as a whole. */
  @Property(tries = 500)
  @net.jqwik.api.Tag("long")
  void aDamagedFileGivesNoOtherEntry(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    Path own = Files.createTempDirectory("entries");
    Path file = own.resolve("entries");
    try {
      byte[] bytes = savedOnce(file);
      byte[] damaged =
          random.nextBoolean() ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes.clone();
      for (int i = random.nextInt(3); i >= 0 && damaged.length > 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, damaged);
      CacheStore store = CacheStore.savable(10 << 20);

      int kept = 0;
      try {
        kept = cache(store, START).restore(file, CONTEXT);
      } catch (IOException | IllegalArgumentException e) {
        assertThat(e.getMessage()).endsWith(": " + file);
      }

      Map<CacheKey, Integer> known = new HashMap<>();
      for (int i = 0; i < 10; i++) {
        known.put(key(i), i);
      }
      int[] found = new int[1];
      store.forEach(
          (key, size) -> {
            assertThat(message(store, key)).isEqualTo(message(known.get(key)));
            found[0]++;
          });
      assertThat(found[0]).isEqualTo(kept);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(own);
    }
  }
}
