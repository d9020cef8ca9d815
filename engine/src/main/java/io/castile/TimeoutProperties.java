package io.castile;

import io.castile.soap.http.CallOptions;
import jakarta.xml.ws.WebServiceException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The timeouts that stand in a request context, under the names that Apache CXF and Metro know:
 * milliseconds as a number or its digits, 0 for no limit.
 */
final class TimeoutProperties {
  static final String CONNECT = "jakarta.xml.ws.client.connectionTimeout";
  static final String RECEIVE = "jakarta.xml.ws.client.receiveTimeout";
  static final String METRO_CONNECT = "com.sun.xml.ws.connect.timeout";
  static final String METRO_REQUEST = "com.sun.xml.ws.request.timeout";

  /** The longest that sockets know, some weeks: as good as none. */
  private static final Duration UNLIMITED = Duration.ofMillis(Integer.MAX_VALUE);

  private TimeoutProperties() {}

  /** The timeouts of a call; those that are not set are the client's. */
  static CallOptions of(Map<String, Object> context) {
    Duration connect = first(context, CONNECT, METRO_CONNECT);
    Duration receive = first(context, RECEIVE, METRO_REQUEST);
    Duration call = first(context, Castile.CALL_TIMEOUT);
    boolean isPlain = connect == null && receive == null && call == null;
    return isPlain ? CallOptions.DEFAULT : new CallOptions(connect, receive, call, false);
  }

  private static @Nullable Duration first(Map<String, Object> context, String... names) {
    for (String name : names) {
      Object value = context.get(name);
      if (value != null) {
        return duration(name, value);
      }
    }
    return null;
  }

  private static Duration duration(String name, Object value) {
    Duration duration = value instanceof Duration given ? given : ofMillis(value);
    if (duration == null || duration.isNegative()) {
      throw new WebServiceException(
          "property " + name + ": expected milliseconds, 0 for no limit, found '" + value + "'");
    }
    return duration.isZero() || duration.compareTo(UNLIMITED) > 0 ? UNLIMITED : duration;
  }

  /** Null where the value is no whole number. */
  private static @Nullable Duration ofMillis(Object value) {
    try {
      return Duration.ofMillis(Long.parseLong(value.toString().trim()));
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
