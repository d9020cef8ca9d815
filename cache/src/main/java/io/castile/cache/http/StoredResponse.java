package io.castile.cache.http;

import io.castile.soap.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A response that is stored, or may be: what its freshness depends on.
 *
 * @param status of HTTP; 200 for a response that did not come over HTTP
 * @param fields {@link Headers#NONE} for a response that did not come over HTTP
 * @param requestTime when the request was sent
 * @param responseTime when the response came
 */
public record StoredResponse(
    int status, Headers fields, Instant requestTime, Instant responseTime) {
  public StoredResponse {
    Objects.requireNonNull(fields, "fields");
    Objects.requireNonNull(requestTime, "requestTime");
    Objects.requireNonNull(responseTime, "responseTime");
  }

  /** When the origin made the response, by its own clock; when it came, if that is not known. */
  public Instant date() {
    return date("date").orElse(responseTime);
  }

  /** The date in a field; empty if it is absent, no date, or several different ones. */
  public Optional<Instant> date(String field) {
    return StoredFields.single(fields, field).flatMap(text -> HttpDate.parse(text, responseTime));
  }

  /** The age of the response when it came: corrected_initial_age of RFC 9111 §4.2.3. */
  Duration initialAge() {
    Duration apparentAge = SaturatedTime.from(date(), responseTime);
    Duration responseDelay = SaturatedTime.from(requestTime, responseTime);
    Duration correctedAge = Duration.ofSeconds(ageSeconds()).plus(responseDelay);
    return apparentAge.compareTo(correctedAge) > 0 ? apparentAge : correctedAge;
  }

  /** The age of the response: current_age of RFC 9111 §4.2.3. */
  public Duration age(Instant now) {
    return initialAge().plus(SaturatedTime.from(responseTime, now));
  }

  /** The first member of the Age field; 0 if it is no number (RFC 9111 §5.1). */
  private long ageSeconds() {
    if (!fields.has("age")) {
      return 0;
    }
    String first = fields.values("age").get(0).split(",", 2)[0].strip();
    return Math.max(0, CacheControl.deltaSeconds(first));
  }
}
