package io.castile.template.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.Catalog;
import io.castile.template.key.Direction;
import io.castile.template.key.internal.TemplateKey;
import io.castile.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The store: what is lent to whom, and its bounds. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReadTemplatesTest {
  private static final long IDLE = Duration.ofMinutes(5).toNanos();
  private static final int ROOMY = 64 << 20;

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 100); // it wraps
  private final AtomicInteger sweepsAskedFor = new AtomicInteger();
  private final Codecs codecs =
      Codecs.builder().types(Catalog.class).mode(CodecMode.INTERPRETED).build();
  private final Codec<Catalog> codec = codecs.of(Catalog.class);

  private ReadTemplates store(int maxKeys, long maxBytes) {
    return new ReadTemplates(maxKeys, maxBytes, clock::get, sweepsAskedFor::incrementAndGet);
  }

  private final Map<Integer, TemplateKey> keys = new ConcurrentHashMap<>();

  private TemplateKey key(int number) {
    return keys.computeIfAbsent(
        number,
        added -> new TemplateKey(Direction.RESPONSE, "operation" + added, "ReadTemplatesTest"));
  }

  /** A message of a kind, which begins unlike those of other kinds. */
  private static byte[] message(String kind, int number) {
    StringBuilder text = new StringBuilder("<catalog xmlns='urn:c'>");
    for (int i = 0; i < 40; i++) {
      text.append("<item version='").append(i % 10 == 9 ? number : i).append("'><name xmlns=''>");
      text.append(kind).append(i).append("</name></item>");
    }
    return text.append("</catalog>").toString().getBytes(StandardCharsets.UTF_8);
  }

  private Catalog read(ReadTemplate template, byte[] message) {
    XmlReader in = codecs.newReader();
    in.reset(message, 0, message.length);
    template.begin(in);
    boolean read = false;
    try {
      in.nextChild(null);
      Catalog catalog = codec.read(in);
      read = true;
      return catalog;
    } finally {
      template.end(in, read);
    }
  }

  /** Reads as an operation does; whether it was done with a template. */
  private boolean read(ReadTemplates store, int key, byte[] message) {
    ReadTemplate template = store.take(key(key), false, message);
    if (template == null) {
      return false;
    }
    try {
      Catalog value = read(template, message);
      assertThat(codec.equal(value, codec.fromBytes(message))).isTrue();
    } finally {
      store.give(template);
    }
    return true;
  }

  // ---- lending ----

  @Test
  void theFirstMessageIsReadPlainly() {
    ReadTemplates store = store(8, ROOMY);
    byte[] message = message("a", 1);

    assertThat(read(store, 1, message)).isFalse();
    assertThat(store.bytes()).isZero();
    assertThat(read(store, 1, message)).isTrue();
    assertThat(read(store, 1, message)).isTrue();
    assertThat(store.bytes()).isGreaterThan(message.length);

    ReadStatistics statistics = store.statistics(Direction.RESPONSE, "operation1");
    assertThat(statistics.plain()).isEqualTo(1);
    assertThat(statistics.different()).isEqualTo(1);
    assertThat(statistics.identical()).isEqualTo(1);
    assertThat(statistics).isEqualTo(store.statistics());
    assertThat(store.statistics(Direction.REQUEST, "operation1")).isEqualTo(ReadStatistics.NONE);
  }

  @Test
  void smallMessagesAreReadPlainly() {
    ReadTemplates store = store(8, ROOMY);
    byte[] small = new byte[ReadTemplates.MIN_MESSAGE_BYTES - 1];
    byte[] large = new byte[ReadTemplates.MIN_MESSAGE_BYTES];

    assertThat(store.take(key(1), false, small)).isNull();
    assertThat(store.take(key(1), false, small)).isNull();
    assertThat(store.isEmpty()).isTrue();
    assertThat(store.take(key(1), false, large)).isNull();
    assertThat(store.take(key(1), false, large)).isNotNull();
  }

  @Test
  void messagesThatCannotBeKeptAreReadPlainly() {
    byte[] message = message("a", 1);
    long least = ReadTemplate.leastFootprint(message.length);
    ReadTemplates small = store(8, least * 4 / 3 - 1);
    ReadTemplates large = store(8, least * 4 / 3 + 1);

    for (ReadTemplates store : List.of(small, large)) {
      assertThat(store.take(key(1), false, message)).as("the first one").isNull();
    }
    assertThat(small.take(key(1), false, message)).isNull();
    assertThat(large.take(key(1), false, message)).isNotNull();
    assertThat(small.isEmpty()).isTrue();
  }

  @Test
  void whereAllAreLentMessagesAreReadPlainly() {
    ReadTemplates store = store(8, ROOMY);
    byte[] message = message("a", 1);
    read(store, 1, message);
    List<ReadTemplate> lent = new ArrayList<>();
    for (int i = 0; i < ReadTemplates.MAX_TEMPLATES; i++) {
      lent.add(store.take(key(1), false, message));
    }

    assertThat(lent).doesNotContainNull().doesNotHaveDuplicates();
    assertThat(store.take(key(1), false, message)).isNull();
    read(store, 2, message);
    assertThat(store.take(key(2), false, message)).as("another key").isNotNull();
    lent.forEach(
        template -> {
          read(template, message);
          store.give(template);
        });
    assertThat(store.take(key(1), false, message)).isNotNull();
  }

  @Test
  void kindsOfMessagesThatComeInTurnAreRememberedApart() {
    ReadTemplates store = store(8, ROOMY);
    for (int i = 0; i < 20; i++) {
      read(store, 1, message(i % 2 == 0 ? "a" : "another name ", 1));
    }

    ReadStatistics statistics = store.statistics();
    assertThat(statistics.identical()).isGreaterThanOrEqualTo(15);
  }

  @Test
  void aMessageThatBeginsWithWhatAlwaysChangesHasOneTemplate() {
    ReadTemplates store = store(8, ROOMY);
    byte[] message = message("a", 1);
    ReadTemplate first = null;
    for (int i = 0; i < 10; i++) {
      byte[] stamped = message.clone();
      stamped["<catalog xmlns='urn:c'><item version='".length()] = (byte) ('1' + i % 9);
      ReadTemplate template = store.take(key(1), false, stamped);
      if (template != null) {
        read(template, stamped);
        store.give(template);
        first = first == null ? template : first;
        assertThat(template).isSameAs(first);
      }
    }

    assertThat(store.statistics().changed()).isEqualTo(8);
  }

  // ---- bounds ----

  @Test
  void bytesAreBoundedAndWhatWasUsedLongestAgoGoesFirst() {
    byte[] message = message("a", 1);
    ReadTemplates probe = store(8, ROOMY);
    read(probe, 0, message);
    read(probe, 0, message);
    long each = probe.bytes();
    ReadTemplates store = store(100, 8 * each);
    for (int i = 0; i < 50; i++) {
      clock.addAndGet(1000);
      read(store, i, message);
      read(store, i, message);
      read(store, 0, message);
      assertThat(store.bytes()).isBetween(each, 8 * each);
    }

    long before = store.statistics(Direction.RESPONSE, "operation0").different();
    assertThat(before).as("used all the time").isEqualTo(1);
    assertThat(store.statistics(Direction.RESPONSE, "operation49").different()).isEqualTo(1);
    read(store, 5, message);
    assertThat(store.statistics(Direction.RESPONSE, "operation5").different())
        .as("forgotten meanwhile")
        .isEqualTo(2);
  }

  @Test
  void aTemplateThatNeedsMoreThanThreeQuartersIsNotKept() {
    byte[] message = message("a", 1);
    ReadTemplates roomy = store(8, ROOMY);
    read(roomy, 1, message);
    read(roomy, 1, message);
    long needed = roomy.bytes();
    ReadTemplates enough = store(8, needed * 4 / 3 + 1);
    ReadTemplates tooLittle = store(8, needed * 4 / 3 - 1);

    for (ReadTemplates store : List.of(enough, tooLittle)) {
      read(store, 2, message);
      assertThat(read(store, 2, message)).isTrue();
    }
    assertThat(enough.bytes()).isEqualTo(needed);
    assertThat(tooLittle.bytes()).isZero();
  }

  @Test
  void keysAreBounded() {
    ReadTemplates store = store(16, ROOMY);
    byte[] message = message("a", 1);
    for (int i = 0; i < 200; i++) {
      clock.addAndGet(1000);
      read(store, i, message);
      read(store, i, message);
    }
    long each = store.bytes();
    read(store, 198, message);
    read(store, 199, message);

    assertThat(each).isPositive();
    assertThat(store.statistics(Direction.RESPONSE, "operation199").identical()).isEqualTo(1);
    assertThat(store.statistics(Direction.RESPONSE, "operation3")).isEqualTo(ReadStatistics.NONE);
    assertThat(store.statistics().different()).isLessThanOrEqualTo(16);
  }

  @Test
  void whatIsIdleIsGoneAfterAWhile() {
    ReadTemplates store = store(8, ROOMY);
    byte[] message = message("a", 1);
    for (int key = 0; key < 3; key++) {
      read(store, key, message);
      read(store, key, message);
    }
    ReadTemplate lent = store.take(key(1), false, message);
    clock.addAndGet(IDLE / 2);
    read(store, 2, message);
    store.sweep(IDLE);
    assertThat(store.statistics().different()).isEqualTo(2);
    clock.addAndGet(IDLE / 2);
    store.sweep(IDLE);

    assertThat(store.statistics(Direction.RESPONSE, "operation0")).isEqualTo(ReadStatistics.NONE);
    assertThat(store.statistics(Direction.RESPONSE, "operation2").identical()).isEqualTo(1);
    read(lent, message);
    store.give(lent);
    clock.addAndGet(IDLE);
    store.sweep(IDLE);
    assertThat(store.isEmpty()).isTrue();
    assertThat(store.bytes()).isZero();
    assertThat(sweepsAskedFor).hasValue(3);
  }

  @Test
  void aTemplateOfAForgottenKeyIsDroppedWhenItComesBack() {
    ReadTemplates store = store(1, ROOMY);
    byte[] message = message("a", 1);
    read(store, 1, message);
    ReadTemplate lent = store.take(key(1), false, message);
    clock.addAndGet(1000);
    read(store, 2, message);
    read(lent, message);
    store.give(lent);

    assertThat(store.bytes()).isZero();
    assertThat(read(store, 1, message)).as("as the first time").isFalse();
  }

  // ---- many at once ----

  @Test
  void severalThreadsReadAndBoundsHold() throws Exception {
    ReadTemplates store = store(6, 100_000);
    List<Callable<Void>> readers = new ArrayList<>();
    for (int thread = 0; thread < 6; thread++) {
      Random random = new Random(thread);
      readers.add(
          () -> {
            for (int i = 0; i < 400; i++) {
              clock.addAndGet(random.nextInt(1000));
              read(
                  store,
                  random.nextInt(8),
                  message(random.nextInt(20) == 0 ? "b" : "a", random.nextInt(10)));
              if (random.nextInt(100) == 0) {
                store.sweep(50_000);
              }
            }
            return null;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(6);
    List<Future<Void>> results = threads.invokeAll(readers);
    threads.shutdown();
    for (Future<Void> result : results) {
      result.get();
    }

    assertThat(store.bytes()).isBetween(1L, 100_000L);
    store.sweep(0);
    assertThat(store.bytes()).as("every byte that was counted was given back").isZero();
    assertThat(store.isEmpty()).isTrue();
  }
}
