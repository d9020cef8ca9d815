package io.castile.codec.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written of a calendar whose fields are not those of its schema type. */
class CalendarFieldsTest {
  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "e")
  static class Event {
    @XmlSchemaType(name = "dateTime")
    XMLGregorianCalendar dateTime;

    @XmlSchemaType(name = "date")
    XMLGregorianCalendar date;

    @XmlSchemaType(name = "time")
    XMLGregorianCalendar time;

    @XmlSchemaType(name = "gYear")
    XMLGregorianCalendar year;

    @XmlSchemaType(name = "gYearMonth")
    XMLGregorianCalendar yearMonth;

    @XmlSchemaType(name = "gMonth")
    XMLGregorianCalendar month;

    @XmlSchemaType(name = "gMonthDay")
    XMLGregorianCalendar monthDay;

    @XmlSchemaType(name = "gDay")
    XMLGregorianCalendar day;

    @XmlSchemaType(name = "dateTime")
    List<XMLGregorianCalendar> list;

    @XmlAttribute
    @XmlSchemaType(name = "dateTime")
    XMLGregorianCalendar attribute;
  }

  private static byte[] written(String property, String text, CodecMode mode) throws Exception {
    Event event = new Event();
    XMLGregorianCalendar value = DatatypeFactory.newInstance().newXMLGregorianCalendar(text);
    Field field = Event.class.getDeclaredField(property);
    field.set(event, property.equals("list") ? List.of(value) : value);
    Codec<Event> codec = Codecs.builder().types(Event.class).mode(mode).build().of(Event.class);
    return codec.toBytes(event);
  }

  @ParameterizedTest
  @CsvSource({
    "dateTime, 2020-02-29, 2020-02-29T00:00:00",
    "dateTime, 2020-02-29+01:00, 2020-02-29T00:00:00+01:00",
    "dateTime, 2020-02-29T12:00:00.5Z, 2020-02-29T12:00:00.5Z",
    "list, 2020-02-29Z, 2020-02-29T00:00:00Z",
    "date, 2020-02-29T12:30:00.25-05:00, 2020-02-29-05:00",
    "date, 2020-02-29, 2020-02-29",
    "time, 2020-02-29T12:30:00.25Z, 12:30:00.25Z",
    "year, 2020-02-29, 2020",
    "year, 2020-02-29T12:00:00Z, 2020Z",
    "year, 2020-02, 2020",
    "yearMonth, 2020-02-29Z, 2020-02Z",
    "month, 2020-02-29, --02",
    "month, --02-29, --02",
    "monthDay, 2020-02-29T12:00:00, --02-29",
    "day, 2020-02-29, ---29",
    "day, --02-29, ---29"
  })
  void fieldsThatTheTypeDoesNotHaveAreLeftOut(String property, String text, String expected)
      throws Exception {
    for (CodecMode mode : CodecMode.values()) {
      assertThat(new String(written(property, text, mode), StandardCharsets.UTF_8))
          .contains(">" + expected + "<");
    }
  }

  @ParameterizedTest
  @CsvSource({"2020-02-29, 2020-02-29T00:00:00", "2020-02-29Z, 2020-02-29T00:00:00Z"})
  void theDateOfAnAttributeIsTheBeginningOfItsDay(String text, String expected) throws Exception {
    for (CodecMode mode : CodecMode.values()) {
      assertThat(new String(written("attribute", text, mode), StandardCharsets.UTF_8))
          .contains("attribute=\"" + expected + "\"");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "dateTime; 12:00:00; year, month, day, time for xs:dateTime, found one with time",
        "dateTime; 2020-02; year, month, day, time for xs:dateTime, found one with year, month",
        "list; --02-29; year, month, day, time for xs:dateTime, found one with month, day",
        "attribute; 2020; year, month, day, time for xs:dateTime, found one with year",
        "date; 12:00:00; year, month, day for xs:date, found one with time",
        "date; 2020-02; year, month, day for xs:date, found one with year, month",
        "time; 2020-02-29; time for xs:time, found one with year, month, day",
        "year; --02; year for xs:gYear, found one with month",
        "yearMonth; 2020; year, month for xs:gYearMonth, found one with year",
        "month; ---29; month for xs:gMonth, found one with day",
        "monthDay; 2020-02; month, day for xs:gMonthDay, found one with year, month",
        "day; 12:00:00; day for xs:gDay, found one with time"
      })
  void aFieldThatLacksIsAnError(String property, String text, String message) {
    for (CodecMode mode : CodecMode.values()) {
      assertThatThrownBy(() -> written(property, text, mode))
          .isInstanceOf(BindingException.class)
          .hasMessageContaining("expected a calendar with " + message);
    }
  }
}
