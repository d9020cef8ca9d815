package io.castile.delta;

import io.castile.delta.format.DeltaException;
import io.castile.delta.format.DeltaFormat;
import io.castile.delta.format.Instance;
import io.castile.delta.format.Zstandard;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content codings of a response that has come, in the order in which they were applied (RFC
 * 9110 §8.4). There may be several, as an intermediary may code what is coded already.
 *
 * @param names in lower case, without {@code identity}
 */
record AppliedCodings(List<String> names) {
  /**
   * The number of codings that are taken off: more are of no use, and each may make much of little.
   */
  static final int MAX_TAKEN_OFF = 4;

  /** The field's name as it is in the headers of a message that came. */
  private static final String FIELD = "content-encoding";

  private static final Set<String> OF_LINK = Set.of(LinkField.CODING, FormField.CODING);

  static final AppliedCodings NONE = new AppliedCodings(List.of());
  private static final AppliedCodings DELTA = new AppliedCodings(List.of(LinkField.CODING));

  static AppliedCodings of(SoapResponse response) {
    return of(response.headers().get(FIELD));
  }

  /**
   * Returns what a field says.
   *
   * @param field null if there is none
   */
  static AppliedCodings of(@Nullable String field) {
    if (field == null || field.equals(LinkField.CODING)) {
      return field == null ? NONE : DELTA;
    }
    List<String> names = new ArrayList<>();
    for (String part : field.split(",")) {
      String name = part.trim().toLowerCase(Locale.ROOT);
      if (!name.isEmpty() && !name.equals("identity")) {
        names.add(name);
      }
    }
    return new AppliedCodings(List.copyOf(names));
  }

  /** Whether the message was coded by the link, maybe with other codings around. */
  boolean isOfLink() {
    return !names.isEmpty() && OF_LINK.contains(names.get(0));
  }

  /**
   * Whether a response to a request that has named a base is a delta, even where an intermediary
   * has taken away the field that says so.
   */
  static boolean isDelta(SoapResponse response) throws SoapException {
    AppliedCodings codings = of(response);
    return codings.isOnly(LinkField.CODING)
        || (codings.names().isEmpty()
            && !(Messages.body(response) instanceof MessageBody.Multipart)
            && DeltaFormat.isBegunBy(response.bytes()));
  }

  /** Whether there is this one and no other. */
  boolean isOnly(String name) {
    return names.size() == 1 && names.get(0).equals(name);
  }

  /** A response whose field says that its content has these codings, and no others. */
  SoapResponse toldBy(SoapResponse response) {
    return names.isEmpty()
        ? response.withoutHeaders(FIELD)
        : response.withHeaders(Headers.of(FIELD, toString()));
  }

  /**
   * Returns the codings that are left when the known ones are taken off, the last one first: the
   * link's own, or those that the application may know.
   *
   * @throws DeltaException if too many are to be taken off, or something unknown is around what
   *     only the link decodes
   */
  AppliedCodings left() throws DeltaException {
    int left = names.size();
    while (left > 0 && isKnown(names.get(left - 1))) {
      left--;
    }
    if (names.size() - left > MAX_TAKEN_OFF) {
      throw new DeltaException("expected at most " + MAX_TAKEN_OFF + " content codings");
    }
    List<String> rest = names.subList(0, left);
    if (left > 1 && rest.stream().anyMatch(OF_LINK::contains)) {
      throw new DeltaException(
          "expected nothing but gzip, deflate"
              + (Zstandard.isPresent() ? ", zstd or dcz" : "")
              + " around a delta");
    }
    return new AppliedCodings(rest);
  }

  /**
   * Takes off those that are known.
   *
   * @param dictionary that of {@code dcz}; null if none was named
   * @param maxBytes the size of what may come out of any of them; less may come out of little (see
   *     {@link Expansion})
   * @throws DeltaException if the content is malformed or too large
   */
  byte[] decode(byte[] content, @Nullable Instance dictionary, int maxBytes) throws DeltaException {
    InputStream decoded = open(new ByteArrayInputStream(content), dictionary, maxBytes, maxBytes);
    return GzipCoding.read(decoded, maxBytes);
  }

  /**
   * Takes off those that are known while the content is read. What is malformed or too large fails
   * then.
   *
   * @param content as it arrives; not closed
   * @param maxInnerBytes the size of what may come out of any but the last one to be taken off
   * @param maxBytes the size of what may come out of the last one
   * @throws DeltaException if none can be taken off without a dictionary
   */
  InputStream open(
      InputStream content, @Nullable Instance dictionary, long maxInnerBytes, long maxBytes)
      throws DeltaException {
    Expansion expansion = new Expansion(content, dictionary);
    InputStream opened = expansion.content();
    for (int i = names.size() - 1; i >= 0 && isKnown(names.get(i)); i--) {
      boolean isLast = i == 0 || !isKnown(names.get(i - 1));
      opened =
          expansion.bounded(
              opened(names.get(i), opened, dictionary), isLast ? maxBytes : maxInnerBytes);
    }
    return opened;
  }

  private static Instance named(@Nullable Instance dictionary) throws DeltaException {
    if (dictionary == null) {
      throw new DeltaException("expected no dcz, as no dictionary was named");
    }
    return dictionary;
  }

  private static boolean isKnown(String name) {
    return switch (name) {
      case GzipCoding.NAME, GzipCoding.OTHER_NAME, DeflateContent.NAME -> true;
      case ZstdCoding.NAME, ZstdCoding.WITH_DICTIONARY -> Zstandard.isPresent();
      default -> false;
    };
  }

  private static InputStream opened(String name, InputStream content, @Nullable Instance dictionary)
      throws DeltaException {
    return switch (name) {
      case DeflateContent.NAME -> new DeflateContent(content);
      case ZstdCoding.NAME -> ZstdCoding.open(content);
      case ZstdCoding.WITH_DICTIONARY -> ZstdCoding.open(named(dictionary), content);
      default -> GzipCoding.open(content);
    };
  }

  @Override
  public String toString() {
    return String.join(", ", names);
  }
}
