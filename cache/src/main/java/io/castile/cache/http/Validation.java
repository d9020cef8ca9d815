package io.castile.cache.http;

import io.castile.soap.Headers;
import java.util.Optional;
import java.util.regex.Pattern;

/** Asking the origin whether a stored response still holds (RFC 9111 §4.3). */
public final class Validation {
  private static final int NOT_MODIFIED = 304;

  /** RFC 9110 §8.8.3. */
  private static final Pattern ENTITY_TAG =
      Pattern.compile("(?:W/)?\"[\\x21\\x23-\\x7E\\x80-\\xFF]*\"");

  /**
   * The fields that a 304 does not change: the length, and those that were used up when the content
   * was read, as the content itself is not sent again (RFC 9111 §3.2).
   */
  private static final String[] OF_CONTENT = {
    "content-length", "content-encoding", "content-type", "content-range"
  };

  /** The fields that tell the age of the old response, and not of the new one. */
  private static final String[] OF_AGE = {"age", "date"};

  private Validation() {}

  /** Whether the response has a validator. */
  public static boolean isPossible(StoredResponse candidate) {
    return !conditionalFields(candidate).isEmpty();
  }

  /**
   * The fields that make a request conditional (RFC 9111 §4.3.1), as they are sent; empty if the
   * response has no validator.
   */
  public static Headers conditionalFields(StoredResponse candidate) {
    Headers.Builder fields = Headers.builder();
    entityTag(candidate).ifPresent(tag -> fields.add("If-None-Match", tag));
    lastModified(candidate).ifPresent(date -> fields.add("If-Modified-Since", date));
    return fields.build();
  }

  /**
   * The stored response as a 304 leaves it (RFC 9111 §4.3.4, §3.2): each field of the 304 in place
   * of the stored one, and its times.
   *
   * @param notModified the 304
   * @return empty if the 304 is of another response than the stored one, which must then be fetched
   *     anew
   * @throws IllegalArgumentException if the status is not 304
   */
  public static Optional<StoredResponse> update(StoredResponse stored, StoredResponse notModified) {
    if (notModified.status() != NOT_MODIFIED) {
      throw new IllegalArgumentException("expected status 304, found " + notModified.status());
    }
    if (!isOf(stored, notModified)) {
      return Optional.empty();
    }
    Headers newer = StoredFields.of(notModified.fields()).without(OF_CONTENT);
    return Optional.of(
        new StoredResponse(
            stored.status(),
            stored.fields().without(OF_AGE).with(newer),
            notModified.requestTime(),
            notModified.responseTime()));
  }

  /** Validators that both have must be the same; a tag decides over a date. */
  private static boolean isOf(StoredResponse stored, StoredResponse notModified) {
    if (notModified.fields().has("etag")) {
      Optional<String> tag = entityTag(notModified);
      return tag.isPresent()
          && tag.map(Validation::weak).equals(entityTag(stored).map(Validation::weak));
    }
    return !notModified.fields().has("last-modified")
        || lastModified(notModified).equals(lastModified(stored));
  }

  /** Weak comparison is enough for a GET of the whole (RFC 9110 §8.8.3.2, §13.1.2). */
  private static String weak(String tag) {
    return tag.startsWith("W/") ? tag.substring(2) : tag;
  }

  private static Optional<String> entityTag(StoredResponse candidate) {
    return StoredFields.single(candidate.fields(), "etag")
        .filter(tag -> ENTITY_TAG.matcher(tag).matches());
  }

  private static Optional<String> lastModified(StoredResponse candidate) {
    return StoredFields.single(candidate.fields(), "last-modified")
        .filter(date -> HttpDate.parse(date, candidate.responseTime()).isPresent());
  }
}
