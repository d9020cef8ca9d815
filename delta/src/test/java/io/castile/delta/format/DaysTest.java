package io.castile.delta.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.YearMonth;
import org.junit.jupiter.api.Test;

class DaysTest {
  @Test
  void everyDayIsThatOfTheCalendar() {
    LocalDate last = LocalDate.of(9999, 12, 31);
    int expected = (int) LocalDate.of(1, 1, 1).toEpochDay();
    for (LocalDate date = LocalDate.of(1, 1, 1); !date.equals(last); date = date.plusDays(1)) {
      int year = date.getYear();
      int month = date.getMonthValue();
      int day = date.getDayOfMonth();
      if (Days.of(year, month, day) != expected
          || Days.date(expected) != year * 10_000 + month * 100 + day) {
        assertThat(Days.of(year, month, day)).as("%s", date).isEqualTo(expected);
        assertThat(Days.date(expected)).as("%s", date).isEqualTo(0);
      }
      expected++;
    }
    assertThat(Days.of(9999, 12, 31)).isEqualTo(expected);
  }

  @Test
  void aMonthHasTheDaysOfTheCalendar() {
    for (int year = 1; year <= 9999; year++) {
      for (int month = 1; month <= 12; month++) {
        int length = YearMonth.of(year, month).lengthOfMonth();
        boolean right = Days.isDate(year, month, length) && !Days.isDate(year, month, length + 1);
        assertThat(right).as("%s-%s", year, month).isTrue();
      }
    }
    assertThat(Days.isDate(2000, 0, 1)).isFalse();
    assertThat(Days.isDate(2000, 13, 1)).isFalse();
    assertThat(Days.isDate(2000, 1, 0)).isFalse();
  }
}
