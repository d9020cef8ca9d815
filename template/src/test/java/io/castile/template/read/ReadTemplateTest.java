package io.castile.template.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.XmlInternals;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlTransient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When a template remembers, when it gives up, and of what it makes no copies. */
class ReadTemplateTest {

  /** A bean with beans that make no true copies. */
  @XmlRootElement(name = "ledger")
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Ledger {
    List<Entry> entry = new ArrayList<>();
    Growing growing;
    WriteOnly writeOnly;
    Stubborn stubborn;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Entry {
    String name;
    int count;
    List<String> tag = new ArrayList<>();
  }

  /** A copy would be larger than its original. */
  @XmlAccessorType(XmlAccessType.PROPERTY)
  static class Growing {
    private int size;

    @XmlElement
    public int getSize() {
      return size;
    }

    public void setSize(int size) {
      this.size = size + 1;
    }
  }

  /** A copy would lack what cannot be got. */
  @XmlAccessorType(XmlAccessType.NONE)
  static class WriteOnly {
    @XmlTransient String secret;

    @XmlElement
    public void setSecret(String secret) {
      this.secret = secret;
    }
  }

  /** There is no copy. */
  @XmlAccessorType(XmlAccessType.PROPERTY)
  static class Stubborn {
    private String text;

    @XmlElement
    public String getText() {
      if (text != null) {
        throw new IllegalStateException("not now");
      }
      return null;
    }

    public void setText(String text) {
      this.text = text;
    }
  }

  private final ReadTemplate template = new ReadTemplate(ReadOptions.DEFAULT);
  private XmlReader reader;
  private Codecs codecs;
  private Codec<Ledger> codec;

  private void use(CodecMode mode) {
    codecs = Codecs.builder().types(Ledger.class).mode(mode).build();
    codec = codecs.of(Ledger.class);
    reader = codecs.newReader();
  }

  private Ledger read(String message) {
    return read(reader, message);
  }

  private Ledger read(XmlReader in, String message) {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    in.reset(bytes, 0, bytes.length);
    boolean read = false;
    template.begin(in);
    try {
      in.nextChild(null);
      Ledger ledger = codec.read(in);
      in.nextChild(null);
      read = true;
      return ledger;
    } finally {
      template.end(in, read);
    }
  }

  private static String ledger(int from, int count, String end) {
    StringBuilder text = new StringBuilder("<ledger>");
    for (int i = from; i < from + count; i++) {
      text.append("<entry><name>n").append(i).append("</name><count>").append(i);
      text.append("</count></entry>");
    }
    return text + end + "</ledger>";
  }

  // ---- copies ----

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void aBeanThatItsSettersChangeIsNotCopied(CodecMode mode) {
    use(mode);
    read(ledger(0, 20, ""));
    read(ledger(0, 20, ""));
    assertThat(template.statistics().identical()).isEqualTo(1);
    String growing = ledger(0, 20, "<growing><size>5</size></growing>");
    for (int i = 0; i < 4; i++) {
      assertThat(read(growing).growing.getSize()).isEqualTo(6);
    }

    assertThat(template.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void whatCannotBeGotIsNotLost(CodecMode mode) {
    use(mode);
    read(ledger(0, 20, ""));
    String secret = ledger(0, 20, "<writeOnly><secret>s</secret></writeOnly>");
    for (int i = 0; i < 4; i++) {
      assertThat(read(secret).writeOnly.secret).isEqualTo("s");
    }

    assertThat(template.isEmpty()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void aBeanThatCannotBeCopiedIsReadNevertheless(CodecMode mode) {
    use(mode);
    read(ledger(0, 20, ""));
    String stubborn = ledger(0, 20, "<stubborn><text>t</text></stubborn>");
    for (int i = 0; i < 4; i++) {
      assertThat(read(stubborn).stubborn.text).isEqualTo("t");
    }

    assertThat(template.isEmpty()).isTrue();
  }

  // ---- items that come and go ----

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void itemsBehindOneThatCameAreFoundAlthoughAllHavePartsInCommon(CodecMode mode) {
    use(mode);
    String entries = "";
    for (int i = 0; i < 40; i++) {
      entries = "<entry><name>n" + i + "</name><count>1</count><tag>same</tag></entry>" + entries;
      assertThat(read("<ledger>" + entries + "</ledger>").entry).hasSize(i + 1);
    }

    ReadStatistics statistics = template.statistics();
    assertThat(statistics.plain()).as("paused while there are few").isLessThan(12);
    assertThat(statistics.recalledBytes()).isGreaterThan(statistics.totalBytes() * 3 / 4);
  }

  // ---- giving up ----

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void messagesThatDifferAreReadPlainlyForLongerAndLonger(CodecMode mode) {
    use(mode);
    for (int i = 0; i < 5000; i++) {
      Ledger ledger = read(ledger(1000 * i, 3, ""));
      assertThat(ledger.entry.get(2).name).isEqualTo("n" + (1000 * i + 2));
    }

    ReadStatistics statistics = template.statistics();
    assertThat(statistics.plain()).isGreaterThan(4900);
    assertThat(statistics.plain() + statistics.different()).isEqualTo(5000);
    assertThat(template.isPaused()).isTrue();
    assertThat(template.footprint()).isLessThan(2048);
    for (int i = 0; i < 2000; i++) {
      read(ledger(7, 50, ""));
    }
    assertThat(template.statistics().identical()).as("it tries again").isGreaterThan(900);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void oneMessageInBetweenIsNoReasonToForget(CodecMode mode) {
    use(mode);
    for (int i = 0; i < 20; i++) {
      read(ledger(0, 20, ""));
      read(ledger(0, 20, ""));
      read(ledger(1000, 20, ""));
    }

    assertThat(template.statistics().identical()).isEqualTo(39);
    assertThat(template.statistics().plain()).isZero();
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void aMessageThatFailsLeavesWhatIsRemembered(CodecMode mode) {
    use(mode);
    read(ledger(0, 20, ""));
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> read(ledger(0, 20, "<entry><count>x</count></entry>")))
          .isInstanceOf(XmlException.class);
      assertThat(read(ledger(0, 20, "")).entry).hasSize(20);
    }

    assertThat(template.statistics().identical()).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void largerMessagesThanAreAllowedAreReadPlainly(CodecMode mode) {
    use(mode);
    ReadTemplate small = new ReadTemplate(new ReadOptions(false, 100));
    byte[] bytes = ledger(0, 20, "").getBytes(StandardCharsets.UTF_8);
    reader.reset(bytes, 0, bytes.length);
    small.begin(reader);
    assertThat(XmlInternals.memory(reader)).isNull();
    small.end(reader, true);

    assertThat(small.statistics().plain()).isEqualTo(1);
    assertThat(small.isEmpty()).isTrue();
  }

  /** What was within the limits of one reader need not be within those of another. */
  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void limitsAreThoseOfTheReader(CodecMode mode) {
    use(mode);
    String message = ledger(0, 20, "<entry><name>" + "long".repeat(50) + "</name></entry>");
    read(message);
    XmlLimits d = XmlLimits.DEFAULT;
    XmlLimits narrow = d.toBuilder().maxTextBytes(100).build();
    XmlReader strict = new XmlReader(codecs.names(), narrow);

    assertThatThrownBy(() -> read(strict, message)).isInstanceOf(XmlException.class);
    assertThat(read(message).entry).hasSize(21);
  }
}
