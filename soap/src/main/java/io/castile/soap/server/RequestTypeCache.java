package io.castile.soap.server;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The types of messages that header fields have given lately: senders repeat a few. Each pair of
 * fields has one place, where it replaces another, so that no sender makes it grow: it holds
 * {@value #PLACES} pairs of at most {@value #MAX_LENGTH} characters each. Thread-safe.
 */
final class RequestTypeCache {
  /** A power of two. */
  private static final int PLACES = 64;

  private static final int MAX_LENGTH = 512;

  /** Threads may miss what others put here, and then read the fields: all in it is immutable. */
  private final Known[] places = new Known[PLACES];

  private record Known(String contentType, @Nullable String soapAction, RequestType type) {
    boolean isOf(String otherType, @Nullable String otherAction) {
      return contentType.equals(otherType) && Objects.equals(soapAction, otherAction);
    }
  }

  /** As {@link RequestType#read}. */
  @Nullable RequestType of(@Nullable String contentType, @Nullable String soapAction) {
    if (contentType == null || length(contentType) + length(soapAction) > MAX_LENGTH) {
      return RequestType.read(contentType, soapAction);
    }
    int hash = 31 * contentType.hashCode() + Objects.hashCode(soapAction);
    int place = (hash ^ hash >>> 16) & PLACES - 1;
    Known known = places[place];
    if (known != null && known.isOf(contentType, soapAction)) {
      return known.type();
    }
    RequestType type = RequestType.read(contentType, soapAction);
    if (type != null && type.packageType() == null) { // packages have new boundaries each time
      places[place] = new Known(contentType, soapAction, type);
    }
    return type;
  }

  private static int length(@Nullable String field) {
    return field == null ? 0 : field.length();
  }
}
