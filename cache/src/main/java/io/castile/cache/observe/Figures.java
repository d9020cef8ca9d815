package io.castile.cache.observe;

import java.util.Locale;

/** Numbers as a person writes them. */
final class Figures {
  private static final String[] TIME_UNITS = {"ms", "s", "min", "h", "days"};
  private static final double[] TIME_STEPS = {1000, 60, 60, 24, Double.POSITIVE_INFINITY};
  private static final String[] BYTE_UNITS = {"bytes", "kB", "MB", "GB", "TB"};

  private Figures() {}

  static String percent(double share) {
    boolean isAlmostAll = share < 1 && share >= 0.995; // which is not all
    return (isAlmostAll ? "more than 99" : shortened(100 * share)) + " %";
  }

  static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  static String time(double millis) {
    double value = millis;
    int unit = 0;
    while (value >= TIME_STEPS[unit]) {
      value /= TIME_STEPS[unit];
      unit++;
    }
    return shortened(value) + " " + TIME_UNITS[unit];
  }

  static String bytes(double count) {
    double value = count;
    int unit = 0;
    while (value >= 1000 && unit < BYTE_UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return shortened(value) + " " + BYTE_UNITS[unit];
  }

  /** Returns a number with two digits at least, and no more than needed. */
  private static String shortened(double value) {
    if (value >= 9.95 || value == 0) {
      return Long.toString(Math.round(value));
    }
    String text = String.format(Locale.ROOT, value >= 0.995 ? "%.1f" : "%.2f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
