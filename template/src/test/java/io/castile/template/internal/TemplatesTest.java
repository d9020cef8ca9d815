package io.castile.template.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.TemplateStatistics;
import io.castile.template.TemplateStatistics.PlainReason;
import io.castile.template.Templates;
import io.castile.template.key.Direction;
import io.castile.template.key.internal.MessageShape;
import io.castile.template.key.internal.TemplateKey;
import io.castile.xml.Payload;
import io.castile.xml.XmlWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TemplatesTest {
  private static final Object CODECS = new Object();
  private static final byte[] START = bytes("<order><text>");
  private static final byte[] MIDDLE = bytes("</text><count>");
  private static final byte[] END = bytes("</count></order>");

  /** The bytes of a fresh message, to compare. */
  private static final TemplateOptions FRESH =
      TemplateOptions.builder().stuffing(Stuffing.NONE).padding(Padding.OUTSIDE).build();

  private static final long HOUR = Duration.ofHours(1).toNanos();

  private final AtomicLong clock = new AtomicLong();

  private Templates.Builder store() {
    return Templates.builder().always(true).layout(FRESH).clock(clock::get);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static TemplateKey key(String operation) {
    return new TemplateKey(Direction.REQUEST, operation, "TemplatesTest");
  }

  private static Content<RuntimeException> order(String text, int count) {
    return out -> {
      out.raw(START);
      out.text(text);
      out.raw(MIDDLE);
      out.text(count);
      out.raw(END);
    };
  }

  private static String text(Payload payload) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      payload.writeTo(out);
    } catch (IOException e) {
      throw new AssertionError("no I/O writing to an array", e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Match write(Templates store, String operation, long shape, int count) {
    try (Lease lease = TemplateStore.of(store).lease(key(operation), shape)) {
      Payload message = lease.write(order("abc", count), CODECS);
      assertThat(text(message))
          .isEqualTo("<order><text>abc</text><count>" + count + "</count></order>");
      return lease.match();
    }
  }

  @Test
  void theNextMessageOfAShapeIsWrittenOverTheLastOne() {
    Templates store = store().build();

    assertThat(write(store, "order", 1, 5)).isEqualTo(Match.FIRST_TIME);
    assertThat(write(store, "order", 1, 5)).isEqualTo(Match.CONTENT);
    assertThat(write(store, "order", 1, 6)).isEqualTo(Match.PERFECT_STRUCTURAL);
    assertThat(write(store, "order", 1, 66)).isEqualTo(Match.PARTIAL_STRUCTURAL);
    assertThat(write(store, "order", 2, 66)).isEqualTo(Match.FIRST_TIME);
    assertThat(write(store, "other", 1, 66)).isEqualTo(Match.FIRST_TIME);

    TemplateStatistics.Row row = store.statistics().row(Direction.REQUEST, "order");
    assertThat(row.content()).isEqualTo(1);
    assertThat(row.perfectStructural()).isEqualTo(1);
    assertThat(row.partialStructural()).isEqualTo(1);
    assertThat(row.firstTime()).isEqualTo(2);
    assertThat(row.calls()).isEqualTo(5);
    assertThat(row.templates()).isEqualTo(2);
    assertThat(row.changedFields()).isPositive();
    assertThat(row.messageBytes()).isGreaterThan(5L * START.length);
    assertThat(store.statistics().templates()).isEqualTo(3);
    assertThat(store.statistics().bytes()).isGreaterThan(row.bytes());
  }

  private static Match writeLike(Templates store, int likeness, int count) {
    try (Lease lease =
        TemplateStore.of(store).lease(key("order"), new MessageShape(1, likeness, 0))) {
      assertThat(text(lease.write(order("abc", count), CODECS))).contains("<count>" + count + "<");
      return lease.match();
    }
  }

  /** As many as come in turn, each with a count of its own, many times. */
  private static List<Match> writeInTurn(Templates store, int messages) {
    List<Match> last = new ArrayList<>();
    for (int round = 0; round < 6; round++) {
      last.clear();
      for (int i = 1; i <= messages; i++) {
        last.add(writeLike(store, i, 10 * i));
      }
    }
    return last;
  }

  @Test
  void messagesThatComeInTurnHaveTemplatesOfTheirOwn() {
    assertThat(writeInTurn(store().build(), 2)).containsOnly(Match.CONTENT);
    assertThat(writeInTurn(store().build(), 8)).containsOnly(Match.CONTENT);
    assertThat(writeInTurn(store().build(), 15)).containsOnly(Match.CONTENT);
  }

  @Test
  void nothingIsKeptAfterClearing() {
    Templates store = store().build();
    writeInTurn(store, 3);
    assertThat(store.statistics().templates()).isPositive();

    store.clear();

    assertThat(store.statistics().templates()).isZero();
    assertThat(store.statistics().bytes()).isZero();
    assertThat(writeInTurn(store, 3)).containsOnly(Match.CONTENT);
  }

  @Test
  void moreThanThereIsRoomForDoNotDriveEachOtherOut() {
    Templates store = store().build();

    assertThat(writeInTurn(store, 17).stream().filter(Match.CONTENT::equals)).hasSizeGreaterThan(8);
    assertThat(store.statistics().evicted()).isZero();
  }

  @Test
  void aMessageThatComesOnlyOnceHasNoTemplateOfItsOwn() {
    Templates store = store().build();
    for (int i = 1; i < 100; i++) {
      writeLike(store, i, i);
    }

    assertThat(store.statistics().templates()).isEqualTo(1);
  }

  @Test
  void anUnknownRowIsEmpty() {
    TemplateStatistics.Row row = store().build().statistics().row(Direction.RESPONSE, "none");

    assertThat(row.calls()).isZero();
  }

  @Test
  void aLeasedTemplateIsNobodyElses() {
    Templates store = store().build();
    try (Lease first = TemplateStore.of(store).lease(key("order"), 1)) {
      Payload message = first.write(order("abc", 1), CODECS);
      assertThat(TemplateStore.of(store).lease(key("order"), 1)).isNull();
      assertThat(text(message)).isEqualTo("<order><text>abc</text><count>1</count></order>");
    }

    assertThat(store.statistics().row(Direction.REQUEST, "order").busy()).isEqualTo(1);
  }

  @Test
  void aShortageIsMadeUpByATemplateThatSharesWithTheFirst() {
    Templates store = store().build();
    try (Lease first = TemplateStore.of(store).lease(key("order"), 1)) {
      first.write(order("abc", 1), CODECS);
      assertThat(TemplateStore.of(store).lease(key("order"), 1)).isNull();
    }

    Lease first = TemplateStore.of(store).lease(key("order"), 1);
    Lease second = TemplateStore.of(store).lease(key("order"), 1);
    Payload one = first.write(order("abc", 2), CODECS);
    Payload two = second.write(order("abc", 3), CODECS);

    assertThat(second.match()).isEqualTo(Match.PERFECT_STRUCTURAL);
    assertThat(text(one)).contains("<count>2</count>");
    assertThat(text(two)).contains("<count>3</count>");
    first.close();
    second.close();
    assertThat(store.statistics().templates()).isEqualTo(2);
  }

  @Test
  void aKeyHasNoMoreTemplatesThanItMay() {
    Templates store = store().maxPerKey(2).build();
    List<Lease> leases = new ArrayList<>();
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < 5; i++) {
        Lease lease = TemplateStore.of(store).lease(key("order"), 1);
        if (lease != null) {
          lease.write(order("abc", i), CODECS);
          leases.add(lease);
        }
      }
      assertThat(leases).hasSizeLessThanOrEqualTo(2);
      leases.forEach(Lease::close);
      leases.clear();
    }

    assertThat(store.statistics().templates()).isEqualTo(2);
  }

  @Test
  void contentThatFailsCostsTheTemplate() {
    Templates store = store().build();
    write(store, "order", 1, 1);
    Lease lease = TemplateStore.of(store).lease(key("order"), 1);
    assertThatThrownBy(
            () ->
                lease.write(
                    out -> {
                      out.raw(START);
                      throw new IllegalStateException("half-way");
                    },
                    CODECS))
        .hasMessage("half-way");
    lease.close();
    lease.close();

    assertThat(store.statistics().templates()).isZero();
    assertThat(store.statistics().bytes()).isZero();
    assertThat(store.statistics().row(Direction.REQUEST, "order").failed()).isEqualTo(1);
    assertThat(write(store, "order", 1, 1)).isEqualTo(Match.FIRST_TIME);
  }

  @Test
  void aDroppedTemplateIsMadeAfresh() {
    Templates store = store().build();
    write(store, "order", 1, 1);
    try (Lease lease = TemplateStore.of(store).lease(key("order"), 1)) {
      lease.write(order("abc", 1), CODECS);
      lease.drop();
    }

    assertThat(write(store, "order", 1, 1)).isEqualTo(Match.FIRST_TIME);
    assertThat(store.statistics().row(Direction.REQUEST, "order").dropped()).isEqualTo(1);
  }

  @Test
  void thousandsOfShapesAndKeysStayWithinTheBounds() {
    Templates store = store().maxTemplates(64).maxShapes(4).maxPerKey(8).build();
    Random random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      clock.incrementAndGet();
      Lease lease =
          TemplateStore.of(store)
              .lease(key("operation" + random.nextInt(500)), random.nextInt(5000));
      if (lease != null) {
        lease.write(order("abc", i), CODECS);
        lease.close();
      }
      TemplateStatistics statistics = i % 500 == 0 ? store.statistics() : null;
      if (statistics != null) {
        assertThat(statistics.templates()).isLessThanOrEqualTo(64);
        assertThat(statistics.rows()).hasSizeLessThanOrEqualTo(64);
        assertThat(statistics.bytes())
            .isEqualTo(statistics.rows().stream().mapToLong(TemplateStatistics.Row::bytes).sum());
      }
    }

    assertThat(store.statistics().evicted()).isGreaterThan(10_000);
  }

  @Test
  void theBytesOfAllTemplatesAreBounded() {
    Templates probe = store().build();
    write(probe, "order", 1, 1);
    long one = probe.statistics().bytes();
    Templates store = store().maxBytes(10 * one).build();

    for (int i = 0; i < 100; i++) {
      clock.incrementAndGet();
      write(store, "operation" + i, 1, 1);
      assertThat(store.statistics().bytes()).isLessThanOrEqualTo(10 * one);
    }

    assertThat(write(store, "operation99", 1, 1)).isEqualTo(Match.CONTENT);
    assertThat(write(store, "operation0", 1, 1)).isEqualTo(Match.FIRST_TIME);
  }

  @Test
  void whatWasUsedLongestAgoIsEvicted() {
    Templates store = store().maxTemplates(8).build();
    for (int i = 0; i < 8; i++) {
      clock.incrementAndGet();
      write(store, "order", i, 1);
    }
    clock.incrementAndGet();
    write(store, "order", 0, 1);
    clock.incrementAndGet();

    assertThat(TemplateStore.of(store).lease(key("other"), 1)).isNull();
    assertThat(write(store, "other", 1, 1)).isEqualTo(Match.FIRST_TIME);

    assertThat(write(store, "order", 0, 1)).isEqualTo(Match.CONTENT);
    assertThat(store.statistics().evicted()).isPositive();
  }

  @Test
  void aStoreForOneTemplateKeepsOne() {
    Templates store = store().maxTemplates(1).build();
    write(store, "order", 1, 1);
    clock.incrementAndGet();

    assertThat(write(store, "order", 1, 1)).isEqualTo(Match.CONTENT);
  }

  @Test
  void aTemplateThatIsTooLargeIsNotKept() {
    Templates store = store().maxBytes(200_000).build();
    String large = "x".repeat(200_000);
    try (Lease lease = TemplateStore.of(store).lease(key("order"), 1)) {
      lease.write(order(large, 1), CODECS);
    }

    assertThat(store.statistics().templates()).isZero();
    assertThat(store.statistics().bytes()).isZero();
  }

  @Test
  void whatIsIdleGoesAfterAWhile() {
    Templates store = store().idleTimeout(Duration.ofHours(100)).build();
    write(store, "old", 1, 1);
    clock.set(80 * HOUR);
    write(store, "new", 1, 1);
    clock.set(130 * HOUR);
    TemplateStore.of(store).sweep();

    assertThat(store.statistics().rows())
        .extracting(TemplateStatistics.Row::operation)
        .containsExactly("new");
    assertThat(store.statistics().templates()).isEqualTo(1);
    clock.set(300 * HOUR);
    TemplateStore.of(store).sweep();
    assertThat(store.statistics().templates()).isZero();
    assertThat(store.statistics().bytes()).isZero();
    assertThat(TemplateStore.of(store).isEmpty()).isTrue();
  }

  @Test
  void whatIsIdleGoesAlsoWhereNobodyCalls() {
    Templates store = Templates.builder().always(true).idleTimeout(Duration.ofMillis(5)).build();
    write(store, "order", 1, 1);

    while (!TemplateStore.of(store).isEmpty()) { // the test's own time limit ends it otherwise
      Thread.onSpinWait();
    }

    assertThat(store.statistics().templates()).isZero();
  }

  @Test
  void whatIsIdleGoesAlsoAfterErrorsOfTheJvm() {
    Thread caller = Thread.currentThread();
    AtomicInteger errors = new AtomicInteger(3);
    Templates store =
        Templates.builder()
            .always(true)
            .idleTimeout(Duration.ofMillis(5))
            .clock(
                () -> {
                  if (Thread.currentThread() != caller && errors.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("for a test");
                  }
                  return System.nanoTime();
                })
            .build();
    write(store, "order", 1, 1);

    while (!TemplateStore.of(store).isEmpty()) { // the test's own time limit ends it otherwise
      Thread.onSpinWait();
    }

    assertThat(errors).hasNonPositiveValue();
    assertThat(write(store, "order", 1, 1)).isNotNull();
  }

  @Test
  void aTemplateInUseIsNotIdle() {
    Templates store = store().idleTimeout(Duration.ofHours(100)).build();
    try (Lease lease = TemplateStore.of(store).lease(key("order"), 1)) {
      Payload message = lease.write(order("abc", 1), CODECS);
      clock.set(1000 * HOUR);
      TemplateStore.of(store).sweep();
      assertThat(text(message)).contains("abc");
    }

    assertThat(write(store, "order", 1, 1)).isEqualTo(Match.CONTENT);
  }

  @Test
  void offLendsNothing() {
    assertThat(TemplateStore.of(Templates.off()).lease(key("order"), 1)).isNull();
    assertThat(Templates.off().statistics().rows()).isEmpty();
  }

  @Test
  void layoutsAreByOperation() {
    TemplateOptions stuffed =
        TemplateOptions.builder().stuffing(Stuffing.MAXIMUM).padding(Padding.OUTSIDE).build();
    Templates store = store().layout("stuffed", stuffed).build();
    try (Lease lease = TemplateStore.of(store).lease(key("stuffed"), 1)) {
      assertThat(text(lease.write(order("abc", 1), CODECS)))
          .contains("<count>1</count>          </order>");
    }

    write(store, "order", 1, 1);
  }

  @Test
  void arraysThatAreTooLongToKeepAreOverlaid() {
    TemplateOptions few =
        TemplateOptions.builder()
            .chunkBytes(256)
            .splitBytes(512)
            .reserveBytes(16)
            .stuffing(Stuffing.NONE)
            .padding(Padding.OUTSIDE)
            .maxArrayItems(40)
            .abandons(true)
            .build();
    Templates store = store().layout(few).build();
    byte[] start = bytes("<n>");
    byte[] next = bytes("</n><n>");
    byte[] end = bytes("</n>");
    int[] numbers = new Random(1).ints(100).toArray();
    Content<RuntimeException> content = out -> out.items(numbers, start, next, end);
    XmlWriter plain = new XmlWriter();
    content.writeTo(plain);

    for (int i = 0; i < 3; i++) {
      try (Lease lease = TemplateStore.of(store).lease(key("found"), 1)) {
        assertThat(text(lease.write(content, CODECS))).isEqualTo(text(plain));
      }
      try (Lease lease =
          TemplateStore.of(store).lease(key("known"), new MessageShape(1, 0, numbers.length))) {
        assertThat(text(lease.write(content, CODECS))).isEqualTo(text(plain));
      }
    }

    for (String operation : List.of("found", "known")) {
      TemplateStatistics.Row row = store.statistics().row(Direction.REQUEST, operation);
      assertThat(row.overlaid()).isEqualTo(3);
      assertThat(row.calls()).isEqualTo(3);
      assertThat(row.templates()).isZero();
    }
  }

  private static final byte[] NUMBERS = bytes("<n>");
  private static final byte[] NEXT_NUMBER = bytes("</n><n>");
  private static final byte[] END_NUMBERS = bytes("</n>");

  private static Content<RuntimeException> numbers(int number) {
    int[] numbers = new int[10_000];
    Arrays.fill(numbers, number);
    return out -> out.items(numbers, NUMBERS, NEXT_NUMBER, END_NUMBERS);
  }

  private static Match writeNumbers(Templates store, int number) {
    try (Lease lease = TemplateStore.of(store).lease(key("numbers"), 1)) {
      assertThat(text(lease.write(numbers(number), CODECS)))
          .isEqualTo(("<n>" + number + "</n>").repeat(10_000));
      return lease.match();
    }
  }

  @Test
  void anAbandonedUpdateCostsTheTemplate() {
    Templates store = store().build();
    writeNumbers(store, 1);
    writeNumbers(store, 1_000_000);

    TemplateStatistics.Row row = store.statistics().row(Direction.REQUEST, "numbers");
    assertThat(row.abandoned()).isEqualTo(1);
    assertThat(row.withTemplate()).isEqualTo(1);
    assertThat(row.calls()).isEqualTo(2);
    assertThat(row.templates()).isZero();
    assertThat(store.statistics().bytes()).isZero();
    assertThat(writeNumbers(store, 1_000_000)).isEqualTo(Match.FIRST_TIME);
    assertThat(writeNumbers(store, 1_000_000)).isEqualTo(Match.CONTENT);
  }

  @Test
  void aShapeThatIsAlwaysAbandonedRests() {
    Templates store = Templates.builder().layout(FRESH).clock(clock::get).build();
    int calls = 500;
    for (int i = 0; i < calls; i++) {
      int number = i % 2 == 0 ? 1 : 1_000_000;
      Lease lease = TemplateStore.of(store).lease(key("numbers"), 1);
      if (lease != null) {
        assertThat(text(lease.write(numbers(number), CODECS)))
            .isEqualTo(("<n>" + number + "</n>").repeat(10_000));
        lease.close();
      }
    }

    TemplateStatistics.Row row = store.statistics().row(Direction.REQUEST, "numbers");
    assertThat(row.abandoned()).isBetween(2L, 20L);
    assertThat(row.plain()).isGreaterThan(calls - 50);
    assertThat(row.plainReasons().get(PlainReason.CHANGES)).isGreaterThan(calls / 2);
    assertThat(row.calls()).isEqualTo(calls);
  }

  @Test
  void aShapeWhoseTemplateIsTooLargeIsWrittenPlainly() {
    Templates store = Templates.builder().maxBytes(200_000).clock(clock::get).build();
    String large = "x".repeat(200_000);
    for (int i = 0; i < 20; i++) {
      Lease lease = TemplateStore.of(store).lease(key("order"), 1);
      if (lease != null) {
        lease.write(order(large, 1), CODECS);
        lease.close();
      }
    }

    TemplateStatistics.Row row = store.statistics().row(Direction.REQUEST, "order");
    assertThat(row.plainReasons().get(PlainReason.TOO_LARGE)).isGreaterThan(10);
    assertThat(row.templates()).isZero();
  }

  /** Time passes only while a message is written, as much as the test says. */
  @Test
  void whatDoesNotPayIsNotKept() {
    Templates store = Templates.builder().clock(clock::get).build();
    for (int i = 0; i < CostTrial.Warmth.WARM_UPDATES; i++) {
      TemplateStore.of(store).warmth().updated();
    }
    int leases = 0;
    int calls = 5000;
    for (int i = 0; i < calls; i++) {
      Lease lease = TemplateStore.of(store).lease(key("order"), 1);
      if (lease != null) {
        leases++;
        boolean template = lease.isTemplate();
        lease.write(
            out -> {
              clock.addAndGet(template ? 2000 : 1000);
              order("abc", 1).writeTo(out);
            },
            CODECS);
        lease.close();
      }
    }

    assertThat(leases).isBetween(4 * CostTrial.CALLS, 8 * CostTrial.CALLS);
    TemplateStatistics.Row row = store.statistics().row(Direction.REQUEST, "order");
    assertThat(row.templates()).isZero();
    assertThat(row.calls()).isEqualTo(calls);
    assertThat(row.plain()).isGreaterThan(calls - leases);
    assertThat(row.plainReasons())
        .containsEntry(PlainReason.FIRST, 1L)
        .containsOnlyKeys(PlainReason.FIRST, PlainReason.COMPARED, PlainReason.SLOWER);
    assertThat(row.plainReasons().values().stream().mapToLong(count -> count).sum())
        .isEqualTo(row.plain());
    assertThat(row.savedNanos()).isZero();
  }

  @Test
  void whatPaysIsKeptAndCounted() {
    Templates store = Templates.builder().clock(clock::get).build();
    for (int i = 0; i < 200; i++) {
      Lease lease = TemplateStore.of(store).lease(key("order"), 1);
      if (lease != null) {
        boolean template = lease.isTemplate();
        lease.write(
            out -> {
              clock.addAndGet(template ? 100 : 1000);
              order("abc", 1).writeTo(out);
            },
            CODECS);
        lease.close();
      }
    }

    TemplateStatistics.Row row = store.statistics().row(Direction.REQUEST, "order");
    assertThat(row.templates()).isEqualTo(1);
    assertThat(row.plain()).isEqualTo(1 + CostTrial.SAMPLES);
    assertThat(row.content()).isEqualTo(200 - 2 - CostTrial.SAMPLES);
    assertThat(row.savedNanos())
        .isEqualTo(900 * (row.content() - (CostTrial.CALLS - CostTrial.SAMPLES - 1)));
  }

  @Test
  void manyThreadsAbandonEachTheirOwn() throws Exception {
    Templates store = store().build();
    AtomicInteger failures = new AtomicInteger();
    Callable<Void> caller =
        () -> {
          Random random = new Random(Thread.currentThread().getId());
          for (int i = 0; i < 100; i++) {
            int number = random.nextBoolean() ? 1 : 1_000_000;
            Lease lease = TemplateStore.of(store).lease(key("numbers"), 1);
            if (lease != null && random.nextInt(10) == 0) {
              failures.incrementAndGet();
              assertThatThrownBy(
                      () ->
                          lease.write(
                              out -> {
                                numbers(number).writeTo(out);
                                throw new IllegalStateException("behind");
                              },
                              CODECS))
                  .hasMessage("behind");
              lease.close();
            } else if (lease != null) {
              Payload message = lease.write(numbers(number), CODECS);
              Thread.yield();
              assertThat(text(message)).isEqualTo(("<n>" + number + "</n>").repeat(10_000));
              lease.close();
            }
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<Void>> calls = threads.invokeAll(List.of(caller, caller, caller, caller));
    threads.shutdown();
    for (Future<Void> call : calls) {
      call.get();
    }

    TemplateStatistics.Row row = store.statistics().row(Direction.REQUEST, "numbers");
    assertThat(row.abandoned()).isPositive();
    assertThat(row.failed()).isEqualTo(failures.get());
    assertThat(row.calls()).isEqualTo(400);
    assertThat(store.statistics().templates()).isEqualTo(row.templates());
    assertThat(store.statistics().bytes()).isEqualTo(row.bytes());
  }

  @Test
  void manyThreadsGetEachTheirOwn() throws Exception {
    Templates store =
        Templates.builder().maxTemplates(24).maxShapes(4).always(true).layout(FRESH).build();
    AtomicInteger leased = new AtomicInteger();
    Callable<Void> caller =
        () -> {
          Random random = new Random(Thread.currentThread().getId());
          for (int i = 0; i < 3000; i++) {
            int count = random.nextInt(1000);
            String name = "x".repeat(random.nextInt(4));
            try (Lease lease =
                TemplateStore.of(store)
                    .lease(key("operation" + random.nextInt(12)), random.nextInt(6))) {
              if (lease != null) {
                leased.incrementAndGet();
                Payload message = lease.write(order(name, count), CODECS);
                Thread.yield();
                assertThat(text(message))
                    .isEqualTo(
                        "<order><text>" + name + "</text><count>" + count + "</count></order>");
              }
            }
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<Void>> calls = threads.invokeAll(List.of(caller, caller, caller, caller, caller));
    threads.shutdown();
    for (Future<Void> call : calls) {
      call.get();
    }

    TemplateStatistics statistics = store.statistics();
    assertThat(leased.get()).isGreaterThan(5000);
    assertThat(statistics.templates()).isLessThanOrEqualTo(24);
    assertThat(statistics.templates())
        .isEqualTo(statistics.rows().stream().mapToInt(TemplateStatistics.Row::templates).sum());
    assertThat(statistics.bytes())
        .isEqualTo(statistics.rows().stream().mapToLong(TemplateStatistics.Row::bytes).sum());
  }
}
