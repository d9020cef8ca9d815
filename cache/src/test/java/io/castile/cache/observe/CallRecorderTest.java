package io.castile.cache.observe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.castile.cache.observe.ObservedCall.CallDigest;
import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Recording.CallTotals;
import io.castile.cache.observe.Recording.RecordedOperation;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.GraphLayout;

class CallRecorderTest {
  private static final QName GET = new QName("urn:shop", "get");
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678901Z");
  private static final String ENDPOINT = "http://origin.test/shop";

  private final CallRecorder recorder =
      CallRecorder.builder().allMessages(true).executor(Runnable::run).build();

  private ObservedCall.Builder call(QName operation, Instant arrival) {
    return ObservedCall.of(operation, ENDPOINT, arrival).question(recorder.digest("q"));
  }

  @Test
  void aCallIsKeptWithItsTimeDigestsAndSizes() {
    CallDigest question = recorder.digest("question");
    CallDigest answer = recorder.digest("answer");
    recorder.record(
        ObservedCall.of(GET, ENDPOINT, NOW)
            .service(new QName("urn:shop", "Shop"))
            .question(question)
            .answer(answer)
            .bytes(100, 2000)
            .originNanos(5_000_000)
            .identities(
                List.of(SeenIdentity.httpHeader("Authorization", recorder.digest("secret"))))
            .build());

    RecordedOperation operation = recorder.snapshot().operations().get(0);

    assertEquals(new QName("urn:shop", "Shop"), operation.service().orElseThrow());
    assertEquals(GET, operation.operation());
    assertEquals(ENDPOINT, operation.endpoint());
    assertEquals(new CallTotals(1, 0, 100, 2000, 5_000_000), operation.totals());
    CallRow row = operation.rows().get(0);
    assertEquals(1_767_323_045_678_901L, row.arrivalMicros);
    assertEquals(question, row.question);
    assertEquals(answer, row.answer);
    assertEquals(100, row.requestBytes);
    assertEquals(2000, row.responseBytes);
    assertFalse(row.fault);
    int name = operation.identities().indexOf("httpHeader: authorization");
    assertEquals(recorder.digest("secret").high(), CallRow.at(row.identities, name));
  }

  @Test
  void digestsDependOnTheBytesAndOnTheRecorder() {
    byte[] bytes = "abc".getBytes(UTF_8);
    ByteBuffer buffer = ByteBuffer.wrap("xabcx".getBytes(UTF_8)).position(1).limit(4);

    assertEquals(recorder.digest(bytes), recorder.digest(buffer));
    assertEquals(1, buffer.position());
    assertNotEquals(recorder.digest(bytes), recorder.digest("abd".getBytes(UTF_8)));
    assertNotEquals(recorder.digest(bytes), CallRecorder.create().digest(bytes));
  }

  @Test
  void rowsAreInTheOrderOfTheirArrival() {
    recorder.record(call(GET, NOW.plusSeconds(2)).build());
    recorder.record(call(GET, NOW).build());
    recorder.record(call(GET, NOW.plusSeconds(1)).build());

    List<Long> times =
        recorder.snapshot().operations().get(0).rows().stream()
            .map(row -> row.arrivalMicros)
            .toList();

    assertEquals(times.stream().sorted().toList(), times);
  }

  @Test
  void operationsBeyondTheLimitAreCountedAsOthers() {
    for (int i = 0; i < 300; i++) {
      recorder.record(call(new QName("urn:shop", "get" + i), NOW).build());
    }
    recorder.record(call(new QName("urn:shop", "x".repeat(600)), NOW).build());

    assertEquals(256, recorder.snapshot().operations().size());
    assertEquals(300 - 256 + 1, recorder.snapshot().others());
  }

  @Test
  void sumsHaveTheCallsThatAreNoLongerKept() {
    CallRecorder small = CallRecorder.builder().maxBytes(64 << 10).build();
    for (int i = 0; i < 10_000; i++) {
      small.record(
          ObservedCall.of(GET, ENDPOINT, NOW.plusMillis(i))
              .question(small.digest("q" + i))
              .fault(i % 10 == 0)
              .build());
    }

    RecordedOperation operation = small.snapshot().operations().get(0);

    assertEquals(10_000, operation.totals().calls());
    assertEquals(1_000, operation.totals().faults());
    assertTrue(operation.kept() > 100 && operation.kept() < 1_000, "" + operation.kept());
    CallRow last = operation.rows().get(operation.kept() - 1);
    assertEquals(small.digest("q9999"), last.question);
  }

  @Test
  void aBusyOperationDoesNotPushOutASeldomOne() {
    CallRecorder small = CallRecorder.builder().maxBytes(128 << 10).build();
    QName seldom = new QName("urn:shop", "seldom");
    for (int i = 0; i < 20_000; i++) {
      QName operation = i % 200 == 0 ? seldom : GET;
      small.record(
          ObservedCall.of(operation, ENDPOINT, NOW.plusMillis(i))
              .question(small.digest("q" + i))
              .build());
    }

    assertEquals(
        100,
        small.snapshot().operations().stream()
            .filter(each -> each.operation().equals(seldom))
            .findFirst()
            .orElseThrow()
            .kept());
  }

  @Test
  @Tag("long")
  void whatIsKeptStaysWithinItsBytes() {
    assertWithin(2 << 20, 40_000);
  }

  @Test
  @Tag("long")
  void byDefaultWhatIsKeptStaysWithin32MiB() {
    assertWithin(32 << 20, 400_000);
  }

  private static void assertWithin(long limit, int calls) {
    CallRecorder bounded =
        CallRecorder.builder().maxBytes(limit).allMessages(true).executor(Runnable::run).build();
    Random random = new Random(1);
    for (int i = 0; i < calls; i++) {
      int kind = random.nextInt(400);
      List<SeenIdentity> identities = new ArrayList<>();
      for (int k = 0; k < kind % 5; k++) {
        identities.add(
            SeenIdentity.httpHeader("x-key-" + random.nextInt(200), bounded.digest("v" + i)));
      }
      bounded.record(
          ObservedCall.of(new QName("urn:" + "x".repeat(kind), "op" + kind), ENDPOINT, NOW)
              .question(bounded.digest("q" + i))
              .answer(bounded.digest("a" + i))
              .identities(identities)
              .messages(
                  kind % 3 == 0
                      ? new ObservedCall.Messages(wideMessage(random), null, null, null)
                      : null)
              .build());
      if (i % (calls / 4) == calls / 4 - 1) {
        long measured = GraphLayout.parseInstance(bounded).totalSize();
        assertTrue(measured <= limit, measured + " bytes after " + (i + 1) + " calls");
      }
    }
  }

  private static byte[] wideMessage(Random random) {
    StringBuilder body = new StringBuilder("<get>");
    for (int i = 0; i < 30; i++) {
      body.append("<f").append(random.nextInt(500)).append(" at='1'/>");
    }
    return envelope("", body.append("</get>").toString());
  }

  @Test
  void threadsLoseNoCall() throws Exception {
    CallRecorder shared = CallRecorder.create();
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int number = t;
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                for (int i = 0; i < 2_000; i++) {
                  shared.record(
                      ObservedCall.of(new QName("op" + i % 7), ENDPOINT, NOW.plusMillis(i))
                          .question(shared.digest(number + "/" + i))
                          .build());
                }
              });
      thread.start();
      threads.add(thread);
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    Recording recording = shared.snapshot();

    assertEquals(8_000, recording.operations().stream().mapToInt(each -> each.kept()).sum());
    assertEquals(7, recording.operations().size());
  }

  // ---- messages ----

  private static byte[] envelope(String header, String body) {
    return ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>"
            + header
            + "<s:Body>"
            + body
            + "</s:Body></s:Envelope>")
        .getBytes(UTF_8);
  }

  private CallRow recorded(byte[] request) {
    recorder.record(
        call(GET, NOW)
            .answer(recorder.digest("a"))
            .messages(new ObservedCall.Messages(request, null, request, null))
            .build());
    List<CallRow> rows = recorder.snapshot().operations().get(0).rows();
    return rows.get(rows.size() - 1);
  }

  @Test
  void partsTellWhereMessagesDiffer() {
    CallRow first =
        recorded(
            envelope("", "<m:get xmlns:m='urn:shop' at='1'><id>1</id><time>10:00</time></m:get>"));
    CallRow second =
        recorded(
            envelope(
                "<s:Header><x>1</x></s:Header>",
                "<n:get at='1' xmlns:n='urn:shop'>\n <id>1</id> <time>10:01</time></n:get>"));
    RecordedOperation operation = recorder.snapshot().operations().get(0);

    assertTrue(
        operation.requestPaths().containsAll(List.of("/get/@at", "/get/id", "/get/time")),
        operation.requestPaths()::toString);
    int time = operation.requestPaths().indexOf("/get/time") + 1;
    long[] one = first.requestParts.clone();
    long[] other = second.requestParts.clone();
    assertNotEquals(one[time], other[time]);
    one[time] = 0;
    other[time] = 0;
    assertArrayEquals(one, other);
  }

  @Test
  void theStructureOfAMessageIsAPart() {
    long[] one = recorded(envelope("", "<get><a/><b/></get>")).requestParts;
    long[] other = recorded(envelope("", "<get><b/><a/></get>")).requestParts;

    assertNotEquals(one[0], other[0]);
  }

  @Test
  void pathsBeyondTheLimitCountAsStructure() {
    StringBuilder wide = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      wide.append("<f" + i + ">1</f" + i + ">");
    }
    String text = wide.toString();

    long[] one = recorded(envelope("", "<get>" + text + "</get>")).requestParts;
    long[] other =
        recorded(envelope("", "<get>" + text.replace("<f99>1", "<f99>2") + "</get>")).requestParts;

    assertEquals(65, one.length);
    assertNotEquals(one[0], other[0]);
  }

  @Test
  void aMessageThatCannotBeReadIsCounted() {
    CallRow row = recorded("<a><b></a>".getBytes(UTF_8));

    assertNull(row.requestParts);
    assertEquals(1, recorder.snapshot().unread());
    assertEquals(1, recorder.snapshot().operations().get(0).kept());
  }

  /** Whatever comes in place of a message, its call is kept, and the next is read. */
  @Test
  void damagedMessagesAreReadOrCounted() {
    byte[] whole =
        envelope("<s:Header/>", "<get at='1' xml:space='preserve'>&#65;<a><b>1</b></a> x</get>");
    Random random = new Random(3);
    for (int i = 0; i < 2_000; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      recorded(damaged);
    }
    recorded(envelope("", "<d>".repeat(5_000) + "</d>".repeat(5_000)));
    String wide = "<" + "d".repeat(200) + ">";
    recorded(envelope("", wide.repeat(20) + wide.replace("<", "</").repeat(20)));

    assertEquals(2_002, recorder.snapshot().operations().get(0).kept());
    assertTrue(recorder.snapshot().unread() > 500, "" + recorder.snapshot().unread());
    assertTrue(recorded(whole).requestParts != null);
  }

  @Test
  void messagesBeyondTheQueueAreNotRead() {
    List<Runnable> waiting = new ArrayList<>();
    CallRecorder small = CallRecorder.builder().maxBytes(64 << 10).executor(waiting::add).build();
    byte[] message = envelope("", "<get>" + "x".repeat(3_000) + "</get>");
    for (int i = 0; i < 3; i++) {
      small.record(
          ObservedCall.of(GET, ENDPOINT, NOW)
              .question(small.digest("q"))
              .messages(new ObservedCall.Messages(message, null, null, null))
              .build());
    }

    assertEquals(1, waiting.size());
    assertEquals(2, small.snapshot().unread());
    assertEquals(2, small.snapshot().operations().get(0).kept());
    waiting.forEach(Runnable::run);
    assertEquals(3, small.snapshot().operations().get(0).kept());
  }

  @Test
  void messagesAreWantedWithinABudgetOfEachSecond() {
    CallRecorder sampling = CallRecorder.create();
    int wanted = 0;
    for (int i = 0; i < 100; i++) {
      wanted += sampling.wantsMessages(GET, NOW, 1000) ? 1 : 0;
    }

    assertEquals(20, wanted);
    assertFalse(sampling.wantsMessages(GET, NOW, 1000));
    assertTrue(sampling.wantsMessages(new QName("other"), NOW, 1000));
    assertFalse(sampling.wantsMessages(new QName("other"), NOW, 1 << 20));
    assertTrue(sampling.wantsMessages(GET, NOW.plusSeconds(1), 1000));
  }

  @Test
  void callsThatComeALittleLateTakeFromTheSameSecond() {
    CallRecorder sampling = CallRecorder.create();
    int wanted = 0;
    for (int i = 0; i < 100; i++) {
      wanted += sampling.wantsMessages(GET, NOW.minusSeconds(i % 2), 1000) ? 1 : 0;
    }

    assertEquals(20, wanted);
    assertTrue(sampling.wantsMessages(GET, NOW.minusSeconds(3600), 1000)); // a clock set back
  }

  @Test
  void whatCannotBeIsRefused() {
    CallDigest digest = recorder.digest("a");

    assertThrows(IllegalArgumentException.class, () -> new SeenIdentity("header: a", digest));
    assertThrows(
        IllegalArgumentException.class, () -> call(GET, NOW).answer(digest).fault(true).build());
    assertThrows(IllegalArgumentException.class, () -> call(GET, NOW).originNanos(-1).build());
    assertThrows(IllegalArgumentException.class, () -> call(GET, Instant.MAX).build());
    assertThrows(IllegalArgumentException.class, () -> CallRecorder.builder().maxBytes(1));
  }
}
