package io.castile.gateway.route;

import io.castile.delta.format.CheckHash;
import io.castile.gateway.http.RequestHead;
import io.castile.soap.Headers;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request by its very bytes: all of it that may decide what is made of it. Two that are equal ask
 * the same, and need not be read twice. All bytes are compared, and contents or targets of the same
 * hash cannot be chosen without the secret of this process; fields can, for which there is an
 * order. Immutable and thread-safe.
 */
final class RequestBytes implements Comparable<RequestBytes> {
  /** Of a request with a larger content nothing is remembered; in bytes. */
  static final int MOST_CONTENT = 64 << 10;

  private static final CheckHash HASH = new CheckHash(new SecureRandom().nextLong());

  /**
   * The fields that are no part of the request and do not identify the sender, and differ each
   * time.
   */
  private static final Set<AsciiString> PASSED_OVER =
      Set.of(
          HttpHeaderNames.CONTENT_LENGTH,
          HttpHeaderNames.TRANSFER_ENCODING,
          HttpHeaderNames.ACCEPT_ENCODING,
          AsciiString.cached("traceparent"),
          AsciiString.cached("tracestate"));

  private static final Comparator<@Nullable String> SENDERS =
      Comparator.nullsFirst(Comparator.naturalOrder());

  private final Object of;
  private final HttpMethod method;
  private final String target;
  private final @Nullable String sender;
  private final Headers fields;
  private final byte[] content;
  private final int hash;

  private RequestBytes(
      Object of,
      HttpMethod method,
      String target,
      @Nullable String sender,
      Headers fields,
      byte[] content) {
    this.of = of;
    this.method = method;
    this.target = target;
    this.sender = sender;
    this.fields = fields;
    this.content = content;
    long hashes = 31 * hash(target) + HASH.of(content);
    this.hash = 31 * (31 * of.hashCode() + fields.hashCode()) + Long.hashCode(hashes);
  }

  private static long hash(String target) {
    return HASH.of(target.getBytes(StandardCharsets.ISO_8859_1));
  }

  /**
   * Returns a request with its sender and fields.
   *
   * @param of what reads it, by identity
   */
  static RequestBytes of(Object of, RequestHead head, byte[] content) {
    return new RequestBytes(of, head.method(), head.target(), head.sender(), fields(head), content);
  }

  /**
   * Returns the arguments of a request, which its sender and fields do not decide.
   *
   * @param of what reads them, by identity
   * @param target empty where the arguments are not there
   * @param content without its coding; empty where the arguments are not there
   */
  static RequestBytes ofArguments(Object of, String target, byte[] content) {
    return new RequestBytes(of, HttpMethod.POST, target, null, Headers.NONE, content);
  }

  private static Headers fields(RequestHead head) {
    Headers.Builder fields = Headers.builder();
    Iterator<Map.Entry<CharSequence, CharSequence>> all = head.fields().iteratorCharSequence();
    while (all.hasNext()) {
      Map.Entry<CharSequence, CharSequence> field = all.next();
      if (!isPassedOver(field.getKey()) && !isUsualCharset(field.getKey(), field.getValue())) {
        fields.add(field.getKey().toString(), field.getValue().toString());
      }
    }
    return fields.build();
  }

  /** Node sends that a client takes UTF-8, which every service answers in that is asked in it. */
  private static boolean isUsualCharset(CharSequence name, CharSequence value) {
    return HttpHeaderNames.ACCEPT_CHARSET.contentEqualsIgnoreCase(name)
        && AsciiString.contentEqualsIgnoreCase("utf-8", value);
  }

  private static boolean isPassedOver(CharSequence name) {
    for (AsciiString each : PASSED_OVER) {
      if (each.contentEqualsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
  }

  /** The header fields by which policies may tell requests apart. */
  Headers fields() {
    return fields;
  }

  byte[] content() {
    return content;
  }

  /** The bytes of memory that this takes, about. */
  int weight() {
    int sum = 256 + content.length + target.length();
    for (int i = 0; i < fields.size(); i++) {
      sum += 96 + fields.name(i).length() + fields.value(i).length();
    }
    return sum;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RequestBytes raw
        && raw.hash == hash
        && raw.of == of
        && raw.method.equals(method)
        && raw.target.equals(target)
        && Arrays.equals(raw.content, content)
        && raw.fields.equals(fields)
        && Objects.equals(raw.sender, sender);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /**
   * Orders requests by all that a client may choose: it may find many fields of one hash, and a map
   * finds a request among those by this order.
   */
  @Override
  public int compareTo(RequestBytes other) {
    int order = Arrays.compare(content, other.content);
    order = order == 0 ? target.compareTo(other.target) : order;
    order = order == 0 ? method.compareTo(other.method) : order;
    order = order == 0 ? SENDERS.compare(sender, other.sender) : order;
    order = order == 0 ? Integer.compare(fields.size(), other.fields.size()) : order;
    for (int i = 0; order == 0 && i < fields.size(); i++) {
      order = fields.name(i).compareTo(other.fields.name(i));
      order = order == 0 ? fields.value(i).compareTo(other.fields.value(i)) : order;
    }
    return order;
  }
}
