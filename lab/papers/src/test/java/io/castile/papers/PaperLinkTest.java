package io.castile.papers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.CorpusMessages;
import io.castile.delta.Documents;
import io.castile.delta.Ratings;
import io.castile.delta.Weights;
import io.castile.delta.format.DeltaException;
import io.castile.papers.PaperLink.Updates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaperLinkTest {
  private static final int MAX_BYTES = 1 << 20;
  private static final int HEAD = 5;

  private static final String FIRST = "<l><i><a>1</a><b>x</b></i><i><a>2</a><b>y</b></i></l>";

  // ---- any messages ----

  @Property(tries = 1500)
  @Tag("long")
  void editedDocumentsComeOutAsTheyWentIn(@ForAll long seed) throws Exception {
    Documents documents = new Documents(seed);
    Documents.Node document = documents.document();
    List<byte[]> messages = new ArrayList<>(List.of(document.bytes()));
    for (int i = 0; i < 3; i++) {
      document = documents.edited(document);
      messages.add(document.bytes());
    }
    checkExact(messages);
  }

  @Property(tries = 300)
  @Tag("long")
  void anyDocumentsComeOutAsTheyWentIn(@ForAll long seed) throws Exception {
    checkExact(
        List.of(new Documents(seed).document().bytes(), new Documents(~seed).document().bytes()));
  }

  @Property(tries = 1000)
  @Tag("long")
  void anyBytesComeOutAsTheyWentIn(@ForAll byte[] one, @ForAll byte[] other) throws Exception {
    checkExact(List.of(one, other, one));
  }

  @Property(tries = 1000)
  @Tag("long")
  void damagedDocumentsComeOutAsTheyWentIn(@ForAll long seed) throws Exception {
    Documents documents = new Documents(seed);
    SplittableRandom random = new SplittableRandom(seed);
    Documents.Node document = documents.document();
    byte[] one = damaged(document.bytes(), random);
    checkExact(
        List.of(one, damaged(documents.edited(document).bytes(), random), damaged(one, random)));
  }

  private static void checkExact(List<byte[]> messages) throws DeltaException {
    for (Updates updates : Updates.values()) {
      for (boolean encoded : new boolean[] {false, true}) {
        PaperLink sender = PaperLink.of(updates, encoded);
        PaperLink receiver = PaperLink.of(updates, encoded);
        for (byte[] message : messages) {
          byte[] body = sender.encode(message);
          assertThat(receiver.decode(body, message.length)).isEqualTo(message);
        }
      }
    }
  }

  private static byte[] damaged(byte[] document, SplittableRandom random) {
    byte[] damaged = Arrays.copyOf(document, random.nextInt(document.length + 1));
    for (int i = random.nextInt(4); i > 0 && damaged.length > 0; i--) {
      damaged[random.nextInt(damaged.length)] =
          (byte) "<>/=\"'!? -[]&\u0001\u0003\u0006\u000e\u000fé".charAt(random.nextInt(19));
    }
    return damaged;
  }

  // ---- what has come may be anything ----

  @Property(tries = 200)
  @Tag("long")
  void damagedBodiesFail(@ForAll long seed) throws Exception {
    Documents documents = new Documents(seed);
    SplittableRandom random = new SplittableRandom(seed);
    Documents.Node document = documents.document();
    byte[] base = document.bytes();
    byte[] target = documents.edited(document).bytes();
    for (Updates updates : Updates.values()) {
      PaperLink sender = PaperLink.of(updates, true);
      byte[] first = sender.encode(base);
      byte[] body = sender.encode(target);
      for (int i = 0; i < 50; i++) {
        checkFails(null, altered(first, random), base);
        checkFails(first, altered(body, random), target);
        checkFails(first, Arrays.copyOf(body, random.nextInt(body.length)), target);
        checkFails(first, Arrays.copyOf(body, body.length + 1), target);
      }
      checkFails(null, body, target);
      byte[] other = new Documents(~seed).document().bytes();
      checkFails(PaperLink.of(updates, true).encode(other), body, target);
    }
  }

  @Property(tries = 1000)
  @Tag("long")
  void anyBodyFails(@ForAll long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] first = PaperLink.of(Updates.LEAVES, true).encode(FIRST.getBytes(UTF_8));
    byte[] body = new byte[random.nextInt(HEAD, 40)];
    body[1] = 0x55; // no message here has a CRC-32C that starts so
    for (int i = HEAD; i < body.length; i++) {
      int kind = random.nextInt(4);
      body[i] = (byte) (kind < 2 ? random.nextInt(1, 8) : random.nextInt(kind < 3 ? 3 : 256));
    }
    for (int form = 0; form < 16; form++) {
      body[0] = (byte) (0x10 | form);
      checkFails(first, body, null);
    }
  }

  private static byte[] altered(byte[] body, SplittableRandom random) {
    byte[] altered = body.clone();
    for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
      altered[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return altered;
  }

  /** Fails, or gives the target nevertheless: never anything else. */
  private static void checkFails(byte[] first, byte[] body, byte[] target) throws DeltaException {
    PaperLink receiver = PaperLink.of(Updates.LEAVES, true);
    if (first != null) {
      receiver.decode(first, MAX_BYTES);
    }
    try {
      assertThat(receiver.decode(body, MAX_BYTES)).isEqualTo(target);
    } catch (DeltaException e) {
      assertThat(e).hasMessageContaining("expected");
      assertThat(e.getCause()).as("an error in the reader").isNull();
    }
  }

  @Test
  void anEndThatHasFailedIsAsItWas() throws Exception {
    PaperLink sender = PaperLink.of(Updates.ELEMENTS, true);
    PaperLink receiver = PaperLink.of(Updates.ELEMENTS, true);
    receiver.decode(sender.encode(FIRST.getBytes(UTF_8)), MAX_BYTES);
    byte[] body = sender.encode(FIRST.replace("x", "z").getBytes(UTF_8));
    byte[] damaged = body.clone();
    damaged[damaged.length - 8] ^= 1;

    assertThatThrownBy(() -> receiver.decode(damaged, MAX_BYTES))
        .isInstanceOf(DeltaException.class);
    assertThat(receiver.decode(body, MAX_BYTES)).asString(UTF_8).contains("z");
  }

  @Test
  void aMessageAboveTheLimitFails() throws Exception {
    Ratings ratings = new Ratings();
    for (Updates updates : Updates.values()) {
      for (byte[] message : List.of(ratings.message(), ratings.changed(100))) {
        PaperLink sender = PaperLink.of(updates, true);
        PaperLink receiver = PaperLink.of(updates, true);
        receiver.decode(sender.encode(ratings.message()), MAX_BYTES);
        byte[] body = sender.encode(message);

        assertThatThrownBy(() -> receiver.decode(body, message.length - 1))
            .isInstanceOf(DeltaException.class)
            .hasMessageContaining("expected a message of at most");
      }
    }
  }

  @Test
  void aListIsToldOnce() throws Exception {
    PaperLink receiver = PaperLink.of(Updates.ELEMENTS, true);
    byte[] message = new Ratings().message();
    receiver.decode(PaperLink.of(Updates.ELEMENTS, true).encode(message), MAX_BYTES);
    byte[] body = {0x23, 0, 0, 0, 0, 1, 0, PaperCodes.END, 1, 0, PaperCodes.END};

    assertThatThrownBy(() -> receiver.decode(body, MAX_BYTES))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("once");
  }

  @Test
  void tagsThatAreToldAgainAndAgainAreBounded() throws Exception {
    String tag = "<" + "t".repeat(400) + ">";
    PaperLink receiver = PaperLink.of(Updates.NONE, true);
    receiver.decode(PaperLink.of(Updates.NONE, true).encode(tag.getBytes(UTF_8)), MAX_BYTES);
    byte[] body = new byte[100_000];
    Arrays.fill(body, (byte) 0x0f); // the code of the first tag
    body[0] = 0x22;

    assertThatThrownBy(() -> receiver.decode(body, MAX_BYTES))
        .isInstanceOf(DeltaException.class)
        .hasMessageContaining("at most");
  }

  // ---- the paper's messages ----

  @Test
  void theFirstMessageTellsTheCodesNextToTheTags() {
    byte[] body =
        PaperLink.of(Updates.ELEMENTS, true).encode("<a><b>1</b><b>2</b></a>".getBytes(UTF_8));

    assertThat(text(body)).isEqualTo("<a>\u000f<b>\u00101</b>\u0011<b>2</b></a>\u0012");
    assertThat(body[0]).isEqualTo((byte) 0x21);
  }

  @Test
  void whatHasNotChangedIsLeftOut() {
    assertThat(second(Updates.ELEMENTS, false, FIRST.replace("x", "z")))
        .isEqualTo("<l>\u0001\u0000\u0002\u0000<i><a>1</a><b>z</b></i>\u0006</l>");
    assertThat(second(Updates.LEAVES, false, FIRST.replace("y", "z")))
        .isEqualTo("<l>\u0001\u0000\u0003\u0001\u0001<b>z</b>\u0006</l>");
    assertThat(second(Updates.ELEMENTS, false, FIRST)).isEqualTo("<l>\u0001\u0000\u0006</l>");
  }

  @Test
  void elementsThatCameAndWentHaveCodes() {
    String third = "<i><a>3</a><b>z</b></i>";

    assertThat(second(Updates.ELEMENTS, false, FIRST.replace("</l>", third + "</l>")))
        .isEqualTo("<l>\u0001\u0000\u0004\u0002" + third + "\u0006</l>");
    assertThat(
            second(
                FIRST.replace("</l>", third + "</l>"),
                Updates.ELEMENTS,
                false,
                FIRST.replace("<i><a>1</a><b>x</b></i>", "").replace("</l>", third + "</l>")))
        .isEqualTo("<l>\u0001\u0000\u0005\u0000\u0006</l>");
  }

  @Test
  void codesStandForTags() {
    assertThat(second(Updates.NONE, true, "<l><i><a>5</a></i><new/></l>"))
        .isEqualTo("\u000f\u0010\u00115\u0012\u0015<new/>\u0016");
  }

  @Test
  void aboveTheThresholdTheMessageIsWhole() {
    String other = "<l><i><a>5</a><b>p</b></i><i><a>6</a><b>q</b></i></l>";

    assertThat(second(Updates.ELEMENTS, false, other)).isEqualTo(other);
  }

  @Test
  void aMessageWithCodesInItIsSentAsItIs() {
    String other = FIRST.replace("x", "\u0001");

    assertThat(second(Updates.ELEMENTS, true, other)).isEqualTo(other);
  }

  private static String second(Updates updates, boolean encoded, String message) {
    return second(FIRST, updates, encoded, message);
  }

  private static String second(String first, Updates updates, boolean encoded, String message) {
    PaperLink sender = PaperLink.of(updates, encoded);
    sender.encode(first.getBytes(UTF_8));
    return text(sender.encode(message.getBytes(UTF_8)));
  }

  private static String text(byte[] body) {
    return new String(body, HEAD, body.length - HEAD, java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 50, 80})
  void ratingsTakeWhatTheirChangesTake(int percent) {
    Ratings ratings = new Ratings();
    byte[] base = ratings.message();
    byte[] target = ratings.changed(percent);
    int around = 250; // the envelope
    int elements = sizeOf(Updates.ELEMENTS, false, base, target);

    assertThat((double) elements).isLessThan(around + base.length * (percent / 100.0 + 0.01));
    assertThat(sizeOf(Updates.ELEMENTS, true, base, target)).isLessThan(elements);
    assertThat(sizeOf(Updates.LEAVES, false, base, target)).isLessThanOrEqualTo(elements);
    assertThat(sizeOf(Updates.LEAVES, true, base, target))
        .isLessThanOrEqualTo(sizeOf(Updates.ELEMENTS, true, base, target));
  }

  @ParameterizedTest
  @EnumSource(names = {"ELEMENTS", "LEAVES"})
  void replacedRatingsTakeWhatIsNew(Updates updates) {
    Ratings ratings = new Ratings();
    byte[] base = ratings.message();

    assertThat(sizeOf(updates, false, base, ratings.replaced(20))).isLessThan(20 * 205 + 350);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 0.5, 0.75, 1})
  void whereMoreElementsThanTheThresholdHaveChangedTheMessageGoesWhole(double threshold)
      throws Exception {
    for (int changed = 0; changed <= 8; changed++) {
      String before = list(8, 0);
      String after = list(8, changed);
      PaperLink sender = PaperLink.of(Updates.ELEMENTS, false, threshold);
      PaperLink receiver = PaperLink.of(Updates.ELEMENTS, false);
      receiver.decode(sender.encode(before.getBytes(UTF_8)), MAX_BYTES);

      byte[] body = sender.encode(after.getBytes(UTF_8));

      boolean isUpdate = body.length < after.length();
      assertThat(isUpdate)
          .as("%s of 8", changed)
          .isEqualTo(changed < 8 && changed <= 8 * threshold);
      assertThat(receiver.decode(body, MAX_BYTES)).isEqualTo(after.getBytes(UTF_8));
    }
  }

  /** A list of elements of which the first ones have another text. */
  private static String list(int size, int changed) {
    StringBuilder list = new StringBuilder("<l>");
    for (int i = 0; i < size; i++) {
      list.append("<e><name>element ").append(i).append("</name><text>");
      list.append(i < changed ? "other" : "first").append(" text of it</text></e>");
    }
    return list.append("</l>").toString();
  }

  private static int sizeOf(Updates updates, boolean encoded, byte[] base, byte[] target) {
    PaperLink sender = PaperLink.of(updates, encoded);
    sender.encode(base);
    return sender.encode(target).length;
  }

  // ---- what is no message, and what is held ----

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 8, 13, 25, 100})
  void zerosAreNoMessage(int length) {
    for (int first : new int[] {0, 0x10, 0x11, 0x12, 0x13, 0x20, 0x21, 0x22, 0x23}) {
      byte[] zeros = new byte[length];
      if (length > 0) {
        zeros[0] = (byte) first;
      }
      PaperLink link = PaperLink.of(Updates.ELEMENTS, true);
      assertThatThrownBy(() -> link.decode(zeros, 1000)).isInstanceOf(DeltaException.class);
    }
  }

  /** The tables of lists and tags, which an end holds from the start. */
  @Test
  void statesAreWeighedWithTheirTables() throws Exception {
    for (byte[] message : Weights.hostile()) {
      PaperLink link = PaperLink.of(Updates.ELEMENTS, true);
      link.encode(message);
      assertThat(link.weight()).isGreaterThanOrEqualTo(Weights.arrayBytes(link));
      assertThat(link.copy().weight()).isEqualTo(link.weight());
    }
  }

  @Test
  void messagesOfTheCorpusComeOutAsTheyWentIn() throws Exception {
    List<byte[]> messages = CorpusMessages.all();
    for (Updates updates : Updates.values()) {
      for (boolean encoded : new boolean[] {false, true}) {
        PaperLink sender = PaperLink.of(updates, encoded);
        PaperLink receiver = PaperLink.of(updates, encoded);
        for (byte[] message : messages) {
          for (int i = 0; i < 2; i++) { // the second time against itself
            assertThat(receiver.decode(sender.encode(message), 64 << 20)).isEqualTo(message);
          }
        }
      }
    }
  }
}
