package io.castile.soap.security.internal;

import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How old a message may be.
 *
 * @param clockSkew by how much the clocks of sender and receiver may differ
 * @param maxAge how long what does not say when it expires is good
 */
record Times(Duration clockSkew, Duration maxAge) {
  /** The time before which nothing was made that is still good. */
  Instant oldest(Instant now) {
    return shifted(shifted(now, maxAge.negated()), clockSkew.negated());
  }

  /** A time before or after another one, or the end of time on the way there. */
  static Instant shifted(Instant time, Duration by) {
    try {
      return time.plus(by);
    } catch (DateTimeException | ArithmeticException e) {
      return by.isNegative() ? Instant.MIN : Instant.MAX;
    }
  }

  /** A time in a message, in UTC; also one that no xs:dateTime can say. */
  static String shown(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  void check(Timestamp timestamp, Instant now, SoapVersion version) throws SoapMessageException {
    Instant created = timestamp.created();
    Instant expires = timestamp.expires();
    if (created != null) {
      checkNotLater(created, now, version);
    }
    if (expires == null) {
      if (created == null) {
        throw Wsse.invalidSecurity(version, "expected a Timestamp that says a time");
      }
      checkAge(created, now, version);
    } else if (shifted(expires, clockSkew).isBefore(now)) {
      throw Wsse.messageExpired(version, "expires at " + shown(expires), now);
    }
  }

  void checkAge(Instant created, Instant now, SoapVersion version) throws SoapMessageException {
    checkNotLater(created, now, version);
    if (created.isBefore(oldest(now))) {
      throw Wsse.messageExpired(version, "was made at " + shown(created), now);
    }
  }

  private void checkNotLater(Instant created, Instant now, SoapVersion version)
      throws SoapMessageException {
    if (created.isAfter(shifted(now, clockSkew))) {
      throw Wsse.invalidSecurity(
          version,
          "it says a time that has not come yet: "
              + shown(created)
              + ", and it is "
              + shown(now)
              + " here");
    }
  }
}
