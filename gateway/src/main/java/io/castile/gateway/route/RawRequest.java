package io.castile.gateway.route;

import io.castile.gateway.http.RequestHead;
import io.castile.soap.Headers;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.AsciiString;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request by its very bytes: all of it that may decide the answer. Two that are equal are the
 * same question of the same sender, and need not be read twice. Immutable and thread-safe.
 */
final class RawRequest {
  /** What says nothing of the question or the sender, and is another one each time. */
  private static final Set<AsciiString> PASSED_OVER =
      Set.of(
          HttpHeaderNames.CONTENT_LENGTH,
          HttpHeaderNames.TRANSFER_ENCODING,
          HttpHeaderNames.ACCEPT_ENCODING,
          AsciiString.cached("traceparent"),
          AsciiString.cached("tracestate"));

  private final Route route;
  private final HttpMethod method;
  private final String target;
  private final @Nullable String sender;
  private final Headers fields;
  private final byte[] content;
  private final int hash;

  private RawRequest(Route route, RequestHead head, Headers fields, byte[] content) {
    this.route = route;
    this.method = head.method();
    this.target = head.target();
    this.sender = head.sender();
    this.fields = fields;
    this.content = content;
    this.hash = 31 * (31 * fields.hashCode() + target.hashCode()) + Arrays.hashCode(content);
  }

  static RawRequest of(Route route, RequestHead head, byte[] content) {
    return new RawRequest(route, head, fields(head), content);
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
    return other instanceof RawRequest raw
        && raw.hash == hash
        && raw.route == route
        && raw.method.equals(method)
        && raw.target.equals(target)
        && Arrays.equals(raw.content, content)
        && raw.fields.equals(fields)
        && java.util.Objects.equals(raw.sender, sender);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
