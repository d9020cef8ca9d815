package io.castile.codec.value;

import io.castile.codec.BindingException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The fields of a schema type of dates and times (XML Schema part 2, §3.2.7 to §3.2.14). */
enum CalendarFields {
  DATE_TIME(DatatypeConstants.DATETIME, true, true, true, true),
  DATE(DatatypeConstants.DATE, true, true, true, false),
  TIME(DatatypeConstants.TIME, false, false, false, true),
  YEAR_MONTH(DatatypeConstants.GYEARMONTH, true, true, false, false),
  YEAR(DatatypeConstants.GYEAR, true, false, false, false),
  MONTH_DAY(DatatypeConstants.GMONTHDAY, false, true, true, false),
  MONTH(DatatypeConstants.GMONTH, false, true, false, false),
  DAY(DatatypeConstants.GDAY, false, false, true, false);

  private static final int UNDEFINED = DatatypeConstants.FIELD_UNDEFINED;

  private final QName type;
  private final boolean year;
  private final boolean month;
  private final boolean day;
  private final boolean time;

  CalendarFields(QName type, boolean year, boolean month, boolean day, boolean time) {
    this.type = type;
    this.year = year;
    this.month = month;
    this.day = day;
    this.time = time;
  }

  /** Null where the type is none of dates and times. */
  static @Nullable CalendarFields of(QName type) {
    for (CalendarFields each : values()) {
      if (each.type.equals(type)) {
        return each;
      }
    }
    return null;
  }

  /** Whether a calendar as {@code XsdDates.bits} has the fields of this type, and no others. */
  boolean fits(long bits) {
    boolean hasTime = (bits >>> 35 & 0x1F) != 0;
    return bits >>> 49 != 0 == year
        && (bits >>> 45 & 0xF) != 0 == month
        && (bits >>> 40 & 0x1F) != 0 == day
        && hasTime == time;
  }

  /**
   * The calendar with the fields of this type.
   *
   * @throws BindingException if it lacks one, except the time of a date
   */
  XMLGregorianCalendar fitting(XMLGregorianCalendar calendar) {
    boolean hasYear = calendar.getYear() != UNDEFINED;
    boolean hasMonth = calendar.getMonth() != UNDEFINED;
    boolean hasDay = calendar.getDay() != UNDEFINED;
    boolean hasHour = calendar.getHour() != UNDEFINED;
    boolean hasTime =
        hasHour && calendar.getMinute() != UNDEFINED && calendar.getSecond() != UNDEFINED;
    if (hasYear == year
        && hasMonth == month
        && hasDay == day
        && hasTime == time
        && hasHour == time) {
      return calendar;
    }
    boolean isWholeDay = this == DATE_TIME && !hasHour;
    if ((year && !hasYear)
        || (month && !hasMonth)
        || (day && !hasDay)
        || (time && !hasTime && !isWholeDay)) {
      throw new BindingException(
          "expected a calendar with "
              + names(year, month, day, time)
              + " for xs:"
              + type.getLocalPart()
              + ", found one with "
              + names(hasYear, hasMonth, hasDay, hasTime));
    }
    return changed((XMLGregorianCalendar) calendar.clone());
  }

  private XMLGregorianCalendar changed(XMLGregorianCalendar copy) {
    int zone = copy.getTimezone();
    if (!year) {
      copy.setYear(null);
    }
    if (!month) {
      copy.setMonth(UNDEFINED);
    }
    if (!day) {
      copy.setDay(UNDEFINED);
    }
    if (!time) {
      copy.setTime(UNDEFINED, UNDEFINED, UNDEFINED);
      copy.setFractionalSecond(null);
    } else if (copy.getHour() == UNDEFINED) {
      copy.setTime(0, 0, 0);
    }
    copy.setTimezone(zone);
    return copy;
  }

  private static String names(boolean year, boolean month, boolean day, boolean time) {
    List<String> names = new ArrayList<>();
    if (year) {
      names.add("year");
    }
    if (month) {
      names.add("month");
    }
    if (day) {
      names.add("day");
    }
    if (time) {
      names.add("time");
    }
    return names.isEmpty() ? "nothing" : String.join(", ", names);
  }
}
