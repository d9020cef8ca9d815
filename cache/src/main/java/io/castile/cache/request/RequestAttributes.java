package io.castile.cache.request;

import io.castile.soap.Headers;
import io.castile.soap.http.message.FieldKind;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a request beside its arguments, above all those of its sender. Immutable and
 * thread-safe.
 */
public final class RequestAttributes {
  /** The attributes of a request that states none. */
  public static final RequestAttributes NONE =
      new RequestAttributes(Headers.NONE, List.of(), false, null, false, null, null);

  private final Headers fields;
  private final List<HeaderBlock> blocks;
  private final boolean certificate;
  private final @Nullable String hidden;
  private final boolean addressed;
  private final @Nullable String sender;
  private final @Nullable String ambiguity;

  /** The last text of fields; null before. */
  private volatile @Nullable Keyed keyed;

  private RequestAttributes(
      Headers fields,
      List<HeaderBlock> blocks,
      boolean certificate,
      @Nullable String hidden,
      boolean addressed,
      @Nullable String sender,
      @Nullable String ambiguity) {
    this.fields = fields;
    this.blocks = blocks;
    this.certificate = certificate;
    this.hidden = hidden;
    this.addressed = addressed;
    this.sender = sender;
    this.ambiguity = ambiguity;
  }

  /** Returns the facts of a request with these HTTP headers. */
  public static RequestAttributes of(Headers headers) {
    return headers.isEmpty()
        ? NONE
        : new RequestAttributes(headers, List.of(), false, null, false, null, null);
  }

  /** Returns a copy with header blocks of the envelope that are no arguments. */
  public RequestAttributes withBlocks(List<HeaderBlock> headerBlocks) {
    return new RequestAttributes(
        fields, List.copyOf(headerBlocks), certificate, hidden, addressed, sender, ambiguity);
  }

  /** Returns a copy that says that the sender may show a certificate of its own. */
  public RequestAttributes withCertificate() {
    return new RequestAttributes(fields, blocks, true, hidden, addressed, sender, ambiguity);
  }

  /**
   * Returns a copy that says that the request may carry more than can be seen here.
   *
   * @param reason what may add it, as {@code "the binding has handlers"}
   */
  public RequestAttributes withHiddenParts(String reason) {
    return new RequestAttributes(fields, blocks, certificate, reason, addressed, sender, ambiguity);
  }

  /**
   * Returns a copy that says that services may read the request differently than the cache does, so
   * that it must not be answered from it, nor its answer be kept.
   *
   * @param reason what is unusual, as {@code "expected one SOAPAction, found 2"}
   */
  public RequestAttributes withAmbiguity(String reason) {
    return new RequestAttributes(fields, blocks, certificate, hidden, addressed, sender, reason);
  }

  /**
   * Returns a copy that says that no code behind the cache looks at header blocks of WS-Addressing,
   * and that none is in what is kept.
   */
  public RequestAttributes withAddressingSeenTo() {
    return new RequestAttributes(fields, blocks, certificate, hidden, true, sender, ambiguity);
  }

  /**
   * Returns a copy that names the sender of the request: for a request that this process serves,
   * the name of the user that it has authenticated; for one that it sends, the credentials with
   * which it proves on whose behalf it calls.
   *
   * @param who not merely claimed by the request; null if unknown
   */
  public RequestAttributes withSender(@Nullable String who) {
    return new RequestAttributes(fields, blocks, certificate, hidden, addressed, who, ambiguity);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof RequestAttributes facts
            && facts.fields.equals(fields)
            && facts.blocks.equals(blocks)
            && facts.certificate == certificate
            && Objects.equals(facts.hidden, hidden)
            && facts.addressed == addressed
            && Objects.equals(facts.sender, sender)
            && Objects.equals(facts.ambiguity, ambiguity));
  }

  @Override
  public int hashCode() {
    return Objects.hash(fields, blocks, certificate, hidden, addressed, sender, ambiguity);
  }

  /** Without values, which may be secrets. */
  @Override
  public String toString() {
    return fields + ", " + blocks + (hidden == null ? "" : ", " + hidden);
  }

  public Headers fields() {
    return fields;
  }

  public List<HeaderBlock> blocks() {
    return blocks;
  }

  public boolean isAddressingSeenTo() {
    return addressed;
  }

  /**
   * Returns the header fields that are part of the key, as a text; null for none.
   *
   * @param leftOut names in lower case that are not part of it; the same object for all calls of an
   *     operation, so that the text is made once for a request
   */
  public @Nullable String keyedFields(Collection<String> leftOut) {
    if (fields.isEmpty()) {
      return null;
    }
    Keyed last = keyed;
    if (last == null || last.leftOut() != leftOut) {
      last = new Keyed(leftOut, KeyedFields.of(fields, leftOut));
      keyed = last;
    }
    return last.text();
  }

  /** Returns the values of the header fields that are part of the key, by name in lower case. */
  public Map<String, String> keyedValues(Collection<String> leftOut) {
    return KeyedFields.all(fields, leftOut);
  }

  private record Keyed(Collection<String> leftOut, @Nullable String text) {}

  /** The sender of the request; null if unknown. */
  public @Nullable String sender() {
    return sender;
  }

  public boolean certificate() {
    return certificate;
  }

  /** Returns the part of the stack that may have added data that cannot be seen; null for none. */
  public @Nullable String hidden() {
    return hidden;
  }

  /** Why services may read the request differently than the cache does; null if they do not. */
  public @Nullable String ambiguity() {
    return ambiguity;
  }

  /**
   * The header fields of a request that are part of its key: all by which a service may answer,
   * known or not, such as {@code Host} and {@code Accept-Language}. Those that are known to say
   * nothing are not, nor are credentials, which a policy has to name.
   */
  static final class KeyedFields {
    private static final String FORWARDED = "forwarded";

    /** The parameters of RFC 7239 §5.2 that identify the client by its address. */
    private static final Pattern CLIENT =
        Pattern.compile("(?i)\\bfor=(?:\"(?:[^\"\\\\]|\\\\.)*+\"|[^;,\"]*+)");

    private KeyedFields() {}

    /**
     * The names and values as a text; null for none.
     *
     * @param leftOut names in lower case that are not part of the key
     */
    static @Nullable String of(Headers fields, Collection<String> leftOut) {
      Map<String, String> found = all(fields, leftOut);
      if (found.isEmpty()) {
        return null;
      }
      StringBuilder text = new StringBuilder();
      found.forEach(
          (name, value) ->
              text.append(name).append('=').append(value.length()).append(':').append(value));
      return text.toString();
    }

    /** The values by the names, in lower case and in their order. */
    static Map<String, String> all(Headers fields, Collection<String> leftOut) {
      Map<String, String> found = Map.of();
      for (int i = 0; i < fields.size(); i++) {
        if (FieldKind.of(fields.name(i)) != FieldKind.OTHER) {
          continue;
        }
        String name = fields.name(i).toLowerCase(Locale.ROOT);
        if (!leftOut.contains(name)) {
          found = found.isEmpty() ? new TreeMap<>() : found;
          String value = fields.get(name);
          found.put(name, name.equals(FORWARDED) ? CLIENT.matcher(value).replaceAll("") : value);
        }
      }
      return found;
    }
  }
}
