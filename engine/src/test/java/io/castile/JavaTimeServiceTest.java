package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.CodecMode;
import io.castile.xml.datatype.XsdTemporal;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import java.io.IOException;
import java.net.URI;
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
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Services of {@code java.time}, with messages held to the generated schema on both sides. */
class JavaTimeServiceTest {
  private static final OffsetDateTime MOMENT =
      OffsetDateTime.of(2026, 11, 22, 10, 15, 30, 120_000_000, ZoneOffset.ofHours(1));

  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Trip {
    @XmlAttribute public LocalDate day;
    public LocalDateTime local;
    public OffsetDateTime offset;
    public ZonedDateTime zoned;
    public Instant instant;
    public LocalTime time;
    public OffsetTime offsetTime;
    public Duration duration;
    public Period period;
    public Year year;
    public YearMonth month;
    public List<MonthDay> days = new ArrayList<>();
    public LocalDate[] dates;
  }

  @XmlAccessorType(XmlAccessType.PROPERTY)
  public static class Stop {
    private LocalTime at;

    public LocalTime getAt() {
      return at;
    }

    public void setAt(LocalTime value) {
      at = value;
    }
  }

  @WebService(targetNamespace = "urn:trips")
  public interface Trips {
    Trip later(
        @WebParam(name = "trip") Trip trip,
        @WebParam(name = "by") Duration by,
        @WebParam(name = "on") List<LocalDate> on,
        @WebParam(name = "at", header = true) Instant at);

    Stop stop(@WebParam(name = "at") LocalTime at);
  }

  @WebService(
      targetNamespace = "urn:trips",
      endpointInterface = "io.castile.JavaTimeServiceTest$Trips")
  public static class TripsService implements Trips {
    @Override
    public Trip later(Trip trip, Duration by, List<LocalDate> on, Instant at) {
      trip.instant = at.plus(by);
      trip.dates = on.toArray(LocalDate[]::new);
      return trip;
    }

    @Override
    public Stop stop(LocalTime at) {
      Stop stop = new Stop();
      stop.setAt(at);
      return stop;
    }
  }

  @WebService(targetNamespace = "urn:bare")
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public static class Bare {
    @WebMethod
    public YearMonth next(YearMonth month) {
      return month == null ? null : month.plusMonths(1);
    }
  }

  @WebService(targetNamespace = "urn:bare", name = "Bare")
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public interface BarePort {
    YearMonth next(YearMonth month);
  }

  @WebService(targetNamespace = "urn:rpc", name = "Rpc")
  @SOAPBinding(style = SOAPBinding.Style.RPC)
  public interface RpcPort {
    LocalDate[] days(
        @WebParam(name = "from") LocalDate from, @WebParam(name = "times") Instant[] times);
  }

  @WebService(endpointInterface = "io.castile.JavaTimeServiceTest$RpcPort")
  public static class Rpc implements RpcPort {
    @Override
    public LocalDate[] days(LocalDate from, Instant[] times) {
      return new LocalDate[] {from, times[0].atOffset(ZoneOffset.UTC).toLocalDate()};
    }
  }

  /** Keys, values and items of values of maps. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Diary {
    public Map<LocalDate, Duration> hours = new HashMap<>();
    public Map<LocalTime, Instant> moments = new HashMap<>();
    public Map<OffsetTime, OffsetDateTime> offsets = new HashMap<>();
    public Map<LocalDateTime, ZonedDateTime> zones = new HashMap<>();
    public Map<Year, Period> plans = new HashMap<>();
    public Map<YearMonth, MonthDay> feasts = new HashMap<>();
    public Map<String, LocalDate[]> many = new HashMap<>();
  }

  /** The same as a record. */
  public record Log(Map<String, LocalDate> days, Map<Instant, Item> entries) {}

  public record Item(LocalDateTime at, String text) {}

  @WebService(targetNamespace = "urn:diaries", name = "Diaries")
  public interface DiariesPort {
    Diary same(@WebParam(name = "diary") Diary diary);

    Log log(@WebParam(name = "log") Log log);
  }

  @WebService(
      targetNamespace = "urn:diaries",
      endpointInterface = "io.castile.JavaTimeServiceTest$DiariesPort")
  public static class Diaries implements DiariesPort {
    @Override
    public Diary same(Diary diary) {
      return diary;
    }

    @Override
    public Log log(Log log) {
      return log;
    }
  }

  private static Trip trip() {
    Trip trip = new Trip();
    trip.day = MOMENT.toLocalDate();
    trip.local = MOMENT.toLocalDateTime();
    trip.offset = MOMENT;
    trip.zoned = MOMENT.toZonedDateTime();
    trip.instant = Instant.EPOCH;
    trip.time = MOMENT.toLocalTime();
    trip.offsetTime = MOMENT.toOffsetTime();
    trip.duration = Duration.ofMinutes(-90);
    trip.period = Period.of(1, 2, 3);
    trip.year = Year.of(2026);
    trip.month = YearMonth.of(2026, 11);
    trip.days.add(MonthDay.of(2, 29));
    return trip;
  }

  private static SoapServer serve(Object service) {
    return server(service).start();
  }

  private static ServerBuilder server(Object service) {
    return Castile.server().host("localhost").validate(true).publish("/s", service);
  }

  private static <T> T client(Class<T> port, SoapServer server) {
    return builder(port, server).build();
  }

  private static <T> ClientBuilder<T> builder(Class<T> port, SoapServer server) {
    return Castile.client(port).endpoint(server.url("/s")).validate(true);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void messagesAreValidByTheGeneratedSchemaAndComeBackAsTheyWere(CodecMode mode) {
    try (SoapServer server = server(new TripsService()).codecMode(mode).start()) {
      Trips trips = builder(Trips.class, server).codecMode(mode).build();
      for (int i = 0; i < 30; i++) { // by template too
        Trip sent = trip();
        sent.day = sent.day.plusDays(i / 2);
        List<LocalDate> on = List.of(sent.day, LocalDate.EPOCH);

        Trip answer = trips.later(sent, Duration.ofHours(i), on, MOMENT.toInstant());

        Trip expected = trip();
        expected.day = sent.day;
        expected.instant = MOMENT.toInstant().plus(Duration.ofHours(i));
        expected.dates = on.toArray(LocalDate[]::new);
        assertThat(answer).usingRecursiveComparison().isEqualTo(expected);
        assertThat(trips.stop(LocalTime.NOON).getAt()).isEqualTo(LocalTime.NOON);
      }
    }
  }

  @Test
  void bareAndRpcMessagesAreValidToo() {
    try (SoapServer server = serve(new Bare())) {
      assertThat(client(BarePort.class, server).next(YearMonth.of(2026, 12)))
          .isEqualTo(YearMonth.of(2027, 1));
    }
    try (SoapServer server = serve(new Rpc())) {
      assertThat(
              client(RpcPort.class, server)
                  .days(LocalDate.EPOCH, new Instant[] {MOMENT.toInstant()}))
          .containsExactly(LocalDate.EPOCH, MOMENT.toLocalDate());
    }
  }

  @Test
  void theSchemaNamesTheTypeOfEachClass() throws Exception {
    try (SoapServer server = serve(new TripsService())) {
      String schema = "";
      for (String document : List.of("wsdl", "xsd=1")) {
        schema += text(server.url("/s") + "?" + document);
      }
      for (XsdTemporal form : XsdTemporal.values()) {
        assertThat(schema).contains("type=\"xs:" + form.schemaType() + "\"");
      }
      assertThat(schema).doesNotContain("localDate").doesNotContain("xs:anySimpleType");
    }
  }

  private static String text(String url) throws IOException {
    try (var in = URI.create(url).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void inMaps() {
    Diary diary = new Diary();
    diary.hours.put(MOMENT.toLocalDate(), Duration.ofHours(2));
    diary.moments.put(MOMENT.toLocalTime(), Instant.EPOCH);
    diary.offsets.put(MOMENT.toOffsetTime(), MOMENT);
    diary.zones.put(MOMENT.toLocalDateTime(), MOMENT.toZonedDateTime());
    diary.plans.put(Year.of(2026), Period.of(1, 2, 3));
    diary.feasts.put(YearMonth.of(2026, 11), MonthDay.of(2, 29));
    diary.many.put("some", new LocalDate[] {MOMENT.toLocalDate(), LocalDate.EPOCH});
    Log log =
        new Log(
            Map.of("day", LocalDate.EPOCH),
            Map.of(Instant.EPOCH, new Item(MOMENT.toLocalDateTime(), "text")));
    try (SoapServer server = serve(new Diaries())) {
      DiariesPort port = client(DiariesPort.class, server);

      assertThat(port.same(diary)).usingRecursiveComparison().isEqualTo(diary);
      assertThat(port.log(log)).isEqualTo(log);
    }
  }

  @Test
  void theSchemaOfMapsHasTheTypesOfXmlSchema() throws Exception {
    try (SoapServer server = serve(new Diaries())) {
      String schema = text(server.url("/s") + "?xsd=1");

      assertThat(schema)
          .contains("\"key\" minOccurs=\"0\" type=\"xs:date\"")
          .contains("\"value\" minOccurs=\"0\" type=\"xs:duration\"")
          .doesNotContain("name=\"localDate\"", "name=\"duration\"", "name=\"instant\"");
      assertThat(text(server.url("/s") + "?xsd=2")) // where all arrays of XML Schema's types are
          .contains("targetNamespace=\"http://jaxb.dev.java.net/array\"")
          .contains("name=\"LocalDateArray\"")
          .contains("name=\"item\" type=\"xs:date\"");
    }
  }
}
