package io.castile.codec.value;

import static org.assertj.core.api.Assertions.assertThat;

import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A copy of a calendar is what its clone is. */
class CalendarCopyTest {
  private static final DatatypeFactory FACTORY = DatatypeFactory.newDefaultInstance();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-21T12:30:59.125+01:00",
        "2026-11-21T00:00:00Z",
        "2024-02-29",
        "-0044-03-15",
        "123456789012-01-01",
        "12:30:00",
        "12:30:00.000000000000001-14:00",
        "2026",
        "2026-11",
        "--11",
        "--11-21",
        "--02-29",
        "---21Z"
      })
  void copyHasTheFieldsOfTheClone(String text) {
    XMLGregorianCalendar calendar = FACTORY.newXMLGregorianCalendar(text);

    XMLGregorianCalendar copy = CalendarTypes.Xml.copyOf(calendar);

    assertThat(copy).isNotSameAs(calendar);
    assertThat(copy.toXMLFormat()).isEqualTo(text);
    assertFields(copy, (XMLGregorianCalendar) calendar.clone());
  }

  @Test
  void copyOfWhatIsIncompleteIsAsIncomplete() {
    XMLGregorianCalendar calendar = FACTORY.newXMLGregorianCalendar();
    calendar.setHour(7);
    assertFields(CalendarTypes.Xml.copyOf(calendar), calendar);
    calendar.setHour(DatatypeConstants.FIELD_UNDEFINED);
    calendar.setDay(31);
    calendar.setMonth(2);
    assertFields(CalendarTypes.Xml.copyOf(calendar), calendar);
  }

  private static void assertFields(XMLGregorianCalendar actual, XMLGregorianCalendar expected) {
    assertThat(actual.getEonAndYear()).isEqualTo(expected.getEonAndYear());
    assertThat(actual.getYear()).isEqualTo(expected.getYear());
    assertThat(actual.getMonth()).isEqualTo(expected.getMonth());
    assertThat(actual.getDay()).isEqualTo(expected.getDay());
    assertThat(actual.getHour()).isEqualTo(expected.getHour());
    assertThat(actual.getMinute()).isEqualTo(expected.getMinute());
    assertThat(actual.getSecond()).isEqualTo(expected.getSecond());
    assertThat(actual.getFractionalSecond()).isEqualTo(expected.getFractionalSecond());
    assertThat(actual.getTimezone()).isEqualTo(expected.getTimezone());
  }
}
