package io.castile.codec.value;

import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import io.castile.xml.datatype.XsdDates;
import jakarta.xml.bind.DatatypeConverter;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Objects;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Dates and times as the binding knows them; those of {@code java.time} are others. */
public final class CalendarTypes {
  /** One for all: finding a factory costs far more than a date, and the JDK's has no state. */
  private static final DatatypeFactory FACTORY = DatatypeFactory.newDefaultInstance();

  private CalendarTypes() {}

  static final SimpleType DATE =
      new Legacy(Date.class) {
        @Override
        public void write(Object value, XmlWriter out, CodecContext context) {
          GregorianCalendar calendar = new GregorianCalendar();
          calendar.setTime((Date) value);
          out.text(DatatypeConverter.printDateTime(calendar));
        }

        @Override
        public Object read(XmlText text, CodecContext context) {
          return text.toXMLGregorianCalendar().toGregorianCalendar().getTime();
        }

        @Override
        public Object copy(Object value, CodecContext context) {
          return ((Date) value).clone();
        }
      };

  static final SimpleType CALENDAR =
      new Legacy(Calendar.class) {
        @Override
        public void write(Object value, XmlWriter out, CodecContext context) {
          out.text(DatatypeConverter.printDateTime((Calendar) value));
        }

        @Override
        public Object read(XmlText text, CodecContext context) {
          return text.toXMLGregorianCalendar().toGregorianCalendar();
        }

        @Override
        public Object copy(Object value, CodecContext context) {
          return ((Calendar) value).clone();
        }
      };

  private abstract static class Legacy extends SimpleType {
    Legacy(Class<?> javaType) {
      super(Kind.OTHER, javaType, DatatypeConstants.DATETIME);
    }

    @Override
    public boolean isImmutable() {
      return false;
    }
  }

  /**
   * {@link XMLGregorianCalendar}, written as the fields that are set, or as those of one schema
   * type: without the others, a date as the beginning of its day, and an error where fields lack.
   */
  public static final class Xml extends SimpleType {
    private final @Nullable CalendarFields fields; // null to go by those that are set

    /**
     * @param declared the schema type that {@code XmlSchemaType} names; null to go by the fields
     *     that are set
     */
    public Xml(@Nullable QName declared) {
      super(
          Kind.OTHER,
          XMLGregorianCalendar.class,
          declared == null ? DatatypeConstants.DATETIME : declared);
      this.fields = declared == null ? null : CalendarFields.of(declared);
    }

    /** Whether the fields of a calendar, as {@link XsdDates#bits}, are those of the schema type. */
    public boolean fits(long bits) {
      return fields == null || fields.fits(bits);
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      XMLGregorianCalendar calendar = (XMLGregorianCalendar) value;
      out.text(fields == null ? calendar : fields.fitting(calendar));
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      return text.toXMLGregorianCalendar();
    }

    @Override
    public Object copy(Object value, CodecContext context) {
      return copyOf((XMLGregorianCalendar) value);
    }

    /**
     * Field by field: cloning goes through a big integer for the year. As with a calendar that was
     * read, {@link XMLGregorianCalendar#reset} clears the fields of the copy.
     */
    static XMLGregorianCalendar copyOf(XMLGregorianCalendar calendar) {
      XMLGregorianCalendar copy = FACTORY.newXMLGregorianCalendar();
      int hour = calendar.getHour();
      if (calendar.getClass() != copy.getClass() || calendar.getEon() != null) {
        return (XMLGregorianCalendar) calendar.clone();
      }
      if (calendar.getYear() != DatatypeConstants.FIELD_UNDEFINED) {
        copy.setYear(calendar.getYear());
      }
      if (calendar.getMonth() != DatatypeConstants.FIELD_UNDEFINED) {
        copy.setMonth(calendar.getMonth());
      }
      if (calendar.getDay() != DatatypeConstants.FIELD_UNDEFINED) {
        copy.setDay(calendar.getDay());
      }
      if (hour != DatatypeConstants.FIELD_UNDEFINED) {
        copy.setHour(hour);
      }
      if (calendar.getMinute() != DatatypeConstants.FIELD_UNDEFINED) {
        copy.setMinute(calendar.getMinute());
      }
      if (calendar.getSecond() != DatatypeConstants.FIELD_UNDEFINED) {
        copy.setSecond(calendar.getSecond());
      }
      if (calendar.getFractionalSecond() != null) {
        copy.setFractionalSecond(calendar.getFractionalSecond());
      }
      if (calendar.getTimezone() != DatatypeConstants.FIELD_UNDEFINED) {
        copy.setTimezone(calendar.getTimezone());
      }
      return copy;
    }

    /** Field by field: {@code equals} holds different texts of one instant for equal. */
    @Override
    public boolean equal(Object one, Object other, CodecContext context) {
      XMLGregorianCalendar a = (XMLGregorianCalendar) one;
      XMLGregorianCalendar b = (XMLGregorianCalendar) other;
      return a.getYear() == b.getYear()
          && a.getMonth() == b.getMonth()
          && a.getDay() == b.getDay()
          && a.getHour() == b.getHour()
          && a.getMinute() == b.getMinute()
          && a.getSecond() == b.getSecond()
          && a.getTimezone() == b.getTimezone()
          && Objects.equals(a.getFractionalSecond(), b.getFractionalSecond())
          && Objects.equals(a.getEon(), b.getEon());
    }

    @Override
    public int hash(Object value, CodecContext context) {
      XMLGregorianCalendar calendar = (XMLGregorianCalendar) value;
      int hash = calendar.getYear();
      hash = 31 * hash + calendar.getMonth();
      hash = 31 * hash + calendar.getDay();
      hash = 31 * hash + calendar.getHour();
      hash = 31 * hash + calendar.getMinute();
      hash = 31 * hash + calendar.getSecond();
      hash = 31 * hash + calendar.getTimezone();
      return 31 * hash + Objects.hashCode(calendar.getFractionalSecond());
    }

    @Override
    public boolean isImmutable() {
      return false;
    }
  }
}
