package io.castile.cache.observe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Simulation.Call;
import io.castile.cache.policy.CachePolicy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RecordingTest {
  private static final String HEAD = "castile-recording\t1\nothers\t0\nunread\t0\n";
  private static final String DIGEST = "0123456789abcdef0123456789abcdef";

  /** A few calls of all sorts. */
  private static Recording some(long seed, int seconds) {
    CallRecorder recorder =
        CallRecorder.builder().allMessages(true).executor(Runnable::run).build();
    Simulation mix = new Simulation(seed, Duration.ofSeconds(seconds), recorder);
    mix.calls(
        "getå",
        3,
        10,
        at -> {
          Call call =
              Call.of(
                  "<a b='" + mix.random.nextInt(3) + "'>" + at + "</a>",
                  "<r><v>" + mix.random.nextInt(2) + "</v></r>");
          return mix.random.nextInt(5) == 0
              ? call.failed()
              : call.with(SeenIdentity.httpHeader("cookie", mix.digest("c" + at.toSeconds())));
        });
    mix.calls("notify", 1, 10, at -> Call.of("<n/>", ""));
    return mix.run();
  }

  private static byte[] written(Recording recording) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    recording.write(out);
    return out.toByteArray();
  }

  private static Recording read(byte[] bytes) throws IOException {
    return Recording.read(new ByteArrayInputStream(bytes));
  }

  @Property(tries = 50)
  void whatIsWrittenIsReadAgain(@ForAll long seed, @ForAll @IntRange(min = 0, max = 60) int seconds)
      throws IOException {
    Recording recording = some(seed, seconds);
    byte[] bytes = written(recording);

    Recording again = read(bytes);

    assertArrayEquals(bytes, written(again));
    assertEquals(Advice.of(recording).yaml(), Advice.of(again).yaml());
  }

  @Test
  void noTextOfAMessageIsInTheFile() throws IOException {
    CallRecorder recorder =
        CallRecorder.builder().allMessages(true).executor(Runnable::run).build();
    Simulation mix = new Simulation(1, Duration.ofSeconds(10), recorder);
    mix.calls(
        "get",
        3,
        10,
        at ->
            Call.of("<a>SECRETQUESTION</a>", "<r>SECRETANSWER</r>")
                .with(SeenIdentity.httpHeader("authorization", mix.digest("SECRETUSER"))));

    String file = new String(written(mix.run()), UTF_8);

    assertFalse(file.contains("SECRET"), file);
    assertTrue(file.contains("httpHeader: authorization"), file);
  }

  private static void assertRefused(String file, int line, int column, String problem) {
    RecordingFormatException e =
        assertThrows(RecordingFormatException.class, () -> read(file.getBytes(UTF_8)));
    assertEquals(
        "line " + line + ", column " + column + ": " + problem,
        e.getMessage(),
        () -> "for " + file);
    assertEquals(line, e.line());
    assertEquals(column, e.column());
  }

  @Test
  void whatIsNoRecordingIsRefusedWithItsPlace() {
    String operation = HEAD + "operation\t-\t{urn:s}get\thttp://a.test/\n";
    String call = "call\t5\t" + DIGEST + "\t-\t1\t2\t3\t-\t-\t-\t-\n";

    assertRefused("", 1, 1, "the file ends before the line 'end'");
    assertRefused("{\"a\": 1}", 1, 1, "expected the line 'castile-recording', found '{\"a\": 1}'");
    assertRefused("castile-recording\t2\n", 1, 19, "expected version 1, found '2'");
    assertRefused(
        "castile-recording\t1\nothers\t-1\n",
        2,
        8,
        "expected a number from 0 to 9223372036854775807, found '-1'");
    assertRefused(HEAD, 4, 1, "the file ends before the line 'end'");
    assertRefused(HEAD + call, 4, 1, "expected the line 'operation', found 'call'");
    assertRefused(
        operation + "cal\n",
        5,
        1,
        "expected operation, totals, identity, request, answer, call or end, found 'cal'");
    assertRefused(
        operation + call + call.replace("call\t5", "call\t4"),
        6,
        6,
        "expected a number from 5 to 2305843009213693951, found '4'");
    assertRefused(
        operation + call.replace(DIGEST, "abc"),
        5,
        8,
        "expected 32 hexadecimal digits, found 'abc'");
    assertRefused(
        operation + call.replace("\t3\t-", "\t3\tmaybe"),
        5,
        49,
        "expected fault or -, found 'maybe'");
    assertRefused(
        operation + call.replace("\t-\t-\n", "\t1,2\t-\n"),
        5,
        53,
        "expected at most 1 digests with commas between, found '1,2'");
    assertRefused(
        operation + call + "end\t2\n", 6, 5, "expected 1, the number of calls before, found '2'");
    assertRefused(operation + call + "end\t1\n\n", 7, 1, "expected nothing behind the line 'end'");
    assertRefused(HEAD + "end\t0\tx\n", 4, 7, "expected the end of the line, found 'x'");
  }

  @Test
  void bytesThatAreNoTextAreRefused() {
    byte[] bytes = (HEAD + "operation\t\u00e5").getBytes(UTF_8);
    bytes[bytes.length - 1] = 'x';

    assertThrows(RecordingFormatException.class, () -> read(bytes));
  }

  @Test
  void aLineWithoutEndIsRefused() {
    byte[] bytes = ("castile-recording\t" + "1".repeat(1 << 20)).getBytes(UTF_8);

    RecordingFormatException e = assertThrows(RecordingFormatException.class, () -> read(bytes));
    assertEquals(1, e.line());
  }

  /** Damaged files are recordings or refused, and advice on them is a policy or refused. */
  @Test
  @Tag("long")
  void damagedFilesAreReadOrRefused() throws IOException {
    byte[] whole = written(some(7, 15));
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < 3_000; i++) {
      byte[] damaged = whole.clone();
      for (int k = random.nextInt(3); k >= 0; k--) {
        int at = random.nextInt(damaged.length);
        damaged[at] =
            random.nextBoolean()
                ? (byte) random.nextInt(256)
                : damaged[random.nextInt(damaged.length)];
      }
      try {
        Advice found = Advice.of(read(damaged));
        assertEquals(found.policy(), CachePolicy.parse("draft", found.yaml()));
      } catch (RecordingFormatException e) {
        refused++;
      }
    }
    assertTrue(refused > 500, refused + " of 3000 refused");
  }
}
