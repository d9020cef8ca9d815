package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.jaxb.Codecs;
import io.castile.xml.XmlDataException;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values of {@code java.time} without adapters; the oracle has a twin of texts. */
final class JavaTimeTest {
  private static final QName NAME = new QName("plan");

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Plan {
    @XmlAttribute LocalDate from;
    @XmlAttribute @XmlList List<YearMonth> months = new ArrayList<>();
    LocalDateTime local;
    OffsetDateTime offset;
    ZonedDateTime zoned;
    Instant instant;
    LocalTime time;

    @XmlElement(nillable = true)
    OffsetTime offsetTime;

    Duration duration;
    Period period;
    Year year;
    MonthDay[] days;
    @XmlElement List<LocalDate> dates = new ArrayList<>();

    @XmlElement(defaultValue = "2000-01-01")
    LocalDate since;

    Note note;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Note {
    @XmlValue Instant value;
  }

  /** The same names with the texts of the values. */
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Twin {
    @XmlAttribute String from;
    @XmlAttribute @XmlList List<String> months = new ArrayList<>();
    String local;
    String offset;
    String zoned;
    String instant;
    String time;

    @XmlElement(nillable = true)
    String offsetTime;

    String duration;
    String period;
    String year;
    String[] days;
    @XmlElement List<String> dates = new ArrayList<>();
    String since;
    TwinNote note;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class TwinNote {
    @XmlValue String value;
  }

  private static Plan plan(Random random) {
    LocalDateTime local =
        LocalDateTime.ofEpochSecond(random.nextLong(0, 4_000_000_000L), 0, ZoneOffset.UTC)
            .withSecond(1 + random.nextInt(59)); // toString leaves zeros out
    ZoneOffset zone = ZoneOffset.ofHours(random.nextInt(-12, 13));
    Plan plan = new Plan();
    plan.from = local.toLocalDate();
    plan.months = new ArrayList<>(List.of(YearMonth.from(local), YearMonth.of(2026, 1)));
    plan.local = local.withNano(123_456_789);
    plan.offset = local.atOffset(zone);
    plan.zoned = local.atZone(zone);
    plan.instant = local.toInstant(zone);
    plan.time = local.toLocalTime();
    plan.offsetTime = random.nextBoolean() ? null : local.toLocalTime().atOffset(zone);
    plan.duration = Duration.ofSeconds(random.nextInt(1_000_000));
    plan.period = Period.of(random.nextInt(3), random.nextInt(12), random.nextInt(30));
    plan.year = Year.from(local);
    plan.days = new MonthDay[] {MonthDay.from(local), MonthDay.of(2, 29)};
    plan.dates = new ArrayList<>(List.of(local.toLocalDate(), LocalDate.of(2026, 11, 22)));
    plan.since = random.nextBoolean() ? null : local.toLocalDate();
    plan.note = new Note();
    plan.note.value = local.toInstant(zone);
    return plan;
  }

  private static String text(Object value) {
    return value == null ? null : value.toString();
  }

  private static Twin twin(Plan plan) {
    Twin twin = new Twin();
    twin.from = text(plan.from);
    plan.months.forEach(month -> twin.months.add(text(month)));
    twin.local = text(plan.local);
    twin.offset = text(plan.offset);
    twin.zoned = text(plan.zoned);
    twin.instant = text(plan.instant);
    twin.time = text(plan.time);
    twin.offsetTime = text(plan.offsetTime);
    twin.duration = text(plan.duration);
    twin.period = text(plan.period);
    twin.year = text(plan.year);
    twin.days = new String[] {text(plan.days[0]), text(plan.days[1])};
    plan.dates.forEach(date -> twin.dates.add(text(date)));
    twin.since = text(plan.since);
    twin.note = new TwinNote();
    twin.note.value = text(plan.note.value);
    return twin;
  }

  private static Codec<Plan> codec(CodecMode mode) {
    return Codecs.builder().types(Plan.class).mode(mode).build().element(Plan.class, NAME);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void whatIsWrittenAndReadIsWhatTheReferenceImplementationHasOfTheTexts(CodecMode mode)
      throws Exception {
    JAXBContext context = JAXBContext.newInstance(Twin.class);
    Marshaller marshaller = context.createMarshaller();
    Codec<Plan> codec = codec(mode);
    Random random = new Random(8);
    for (int i = 0; i < 100; i++) {
      Plan plan = plan(random);
      Twin twin = twin(plan);
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      marshaller.marshal(new JAXBElement<>(NAME, Twin.class, twin), expected);

      byte[] written = codec.toBytes(plan);

      Object asTwin =
          context
              .createUnmarshaller()
              .unmarshal(
                  new javax.xml.transform.stream.StreamSource(new ByteArrayInputStream(written)),
                  Twin.class)
              .getValue();
      assertThat(asTwin).usingRecursiveComparison().isEqualTo(twin);
      Plan read = codec.fromBytes(expected.toByteArray());
      assertThat(read).usingRecursiveComparison().isEqualTo(plan);
      assertThat(codec.equal(read, plan)).isTrue();
      Plan copy = codec.copy(plan);
      assertThat(copy).usingRecursiveComparison().isEqualTo(plan);
      assertThat(copy.local).isSameAs(plan.local);
      copy.dates.set(0, LocalDate.EPOCH.minusDays(1));
      assertThat(codec.equal(copy, plan)).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void anEmptyElementWithADefaultIsTheDefault(CodecMode mode) {
    Plan plan = codec(mode).fromBytes(utf8("<plan><since/></plan>"));

    assertThat(plan.since).isEqualTo(LocalDate.of(2000, 1, 1));
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void aZonedDateTimeIsEqualToWhatIsReadOfItsText(CodecMode mode) {
    Plan plan = new Plan();
    plan.zoned = LocalDateTime.of(2026, 7, 1, 12, 0).atZone(ZoneId.of("Europe/Berlin"));
    Codec<Plan> codec = codec(mode);

    Plan read = codec.fromBytes(codec.toBytes(plan));

    assertThat(read.zoned).isEqualTo(plan.zoned.withFixedOffsetZone());
    assertThat(codec.equal(read, plan)).isTrue();
    assertThat(codec.hash(read)).isEqualTo(codec.hash(plan));
  }

  @Test
  void aTextThatIsNotOfTheClassSaysWhereAndWhy() {
    assertThatThrownBy(
            () ->
                codec(CodecMode.ADAPTIVE)
                    .fromBytes(utf8("<plan><local>2026-11-22T10:00:00Z</local></plan>")))
        .isInstanceOf(XmlDataException.class)
        .hasMessageContaining("/plan/local")
        .hasMessageContaining("xs:dateTime for a LocalDateTime")
        .hasMessageContaining("an OffsetDateTime has one");
  }

  @Test
  void aValueThatHasNoTextIsAnErrorOfTheCaller() {
    Plan plan = new Plan();
    plan.period = Period.of(1, -1, 0);

    assertThatThrownBy(() -> codec(CodecMode.ADAPTIVE).toBytes(plan))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("P1Y-1M")
        .hasMessageContaining("different signs");
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Anything {
    Object any;
  }

  @Test
  void underObjectTheSchemaTypeIsNamed() {
    Codec<Anything> codec = Codecs.forElement(Anything.class, NAME);
    Anything value = new Anything();
    value.any = LocalDate.of(2026, 11, 22);

    assertThat(new String(codec.toBytes(value), StandardCharsets.UTF_8))
        .contains("type=\"")
        .contains(":date\"")
        .contains("2026-11-22");
    assertThat(codec.copy(value).any).isEqualTo(value.any);
  }

  static final class Backwards extends XmlAdapter<String, LocalDate> {
    @Override
    public LocalDate unmarshal(String text) {
      return LocalDate.parse(new StringBuilder(text).reverse());
    }

    @Override
    public String marshal(LocalDate value) {
      return new StringBuilder(value.toString()).reverse().toString();
    }
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Adapted {
    @XmlJavaTypeAdapter(Backwards.class)
    LocalDate date = LocalDate.of(2026, 11, 22);
  }

  @Test
  void anAdapterGoesBeforeTheOwnForm() {
    assertThat(new String(Codecs.forElement(Adapted.class, NAME).toBytes(new Adapted())))
        .contains("22-11-6202");
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Declared {
    @XmlSchemaType(name = "date")
    LocalDateTime moment;
  }

  @Test
  void anotherSchemaTypeIsAnError() {
    assertThatThrownBy(() -> Codecs.forElement(Declared.class, NAME).toBytes(new Declared()))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("Declared.moment")
        .hasMessageContaining("xs:dateTime")
        .hasMessageContaining("as the xs:date of XmlSchemaType");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
