package io.castile.delta;

import io.castile.delta.format.Instance;
import io.castile.delta.format.InstanceNames;
import io.castile.delta.format.Zstandard;
import io.castile.soap.exchange.SoapResponse;
import org.jspecify.annotations.Nullable;

/**
 * The header field {@code Castile}, an Item of RFC 9651: the version of the protocol, with
 * parameters.
 *
 * @param message the version of the message that comes with it ({@code v}), by which the other end
 *     may name it; {@link Instance#NO_VERSION} for none, as in the next two
 * @param base the version of the response that the client holds ({@code b})
 * @param fetched the version of the response that the client wants again ({@code f})
 * @param deltas in a request: the content is a delta; in a response: requests may be ({@code r})
 * @param unknown the server cannot apply the delta of the request, and has done nothing ({@code u})
 * @param typed deltas to this end have typed columns alone, and no Zstandard frames ({@code t})
 * @param plan the fingerprint of the plan by which the client reads the answer's values, so that
 *     they may come without XML ({@code c}); {@link Instance#NO_VERSION} for none
 * @param audit the digest of the XML that the values stand for ({@code x}), as {@link
 *     io.castile.delta.typed.TypedAudit} has it; {@link Instance#NO_VERSION} for none
 * @param requests the fingerprint of the plan of requests ({@code q}): in a response that by which
 *     the server reads further ones of the operation, so that they may come without XML; in a
 *     request that comes so, its own
 */
record LinkField(
    long message,
    long base,
    long fetched,
    boolean deltas,
    boolean unknown,
    boolean typed,
    long plan,
    long audit,
    long requests) {
  static final String NAME = "Castile";

  /** The field's name as it is in the headers of a message that came. */
  static final String RECEIVED_NAME = "castile";

  /** The content coding. */
  static final String CODING = "csd";

  private static final String PROTOCOL = "1";
  private static final long NONE = Instance.NO_VERSION;

  /** Returns the field of a server for a message that it keeps. */
  static LinkField kept(long version) {
    return new LinkField(version, NONE, NONE, true, false, false, NONE, NONE, NONE);
  }

  /** Returns the field of a server that cannot apply the delta of a request. */
  static LinkField unknownBase() {
    return new LinkField(NONE, NONE, NONE, false, true, false, NONE, NONE, NONE);
  }

  /**
   * Returns the field of a client for a request.
   *
   * @param message its version; none if it need not be kept
   */
  static LinkField request(long message, long base) {
    return new LinkField(message, base, NONE, false, false, false, NONE, NONE, NONE);
  }

  /** Returns the field of a client for a request that is a delta. */
  static LinkField requestDelta() {
    return new LinkField(NONE, NONE, NONE, true, false, false, NONE, NONE, NONE);
  }

  /** Returns the field of a client that wants a message again. */
  static LinkField fetch(long version) {
    return new LinkField(NONE, NONE, version, false, false, false, NONE, NONE, NONE);
  }

  /** Returns this field without the name of the message. */
  LinkField withoutMessage() {
    return new LinkField(NONE, base, fetched, deltas, unknown, typed, plan, audit, requests);
  }

  /** Returns this field without a word about deltas. */
  LinkField withoutDeltas() {
    return new LinkField(message, base, fetched, false, unknown, typed, plan, audit, requests);
  }

  /** Returns this field with the state of the deltas that come back. */
  LinkField withTyped(boolean columnsAlone) {
    return columnsAlone == typed
        ? this
        : new LinkField(
            message, base, fetched, deltas, unknown, columnsAlone, plan, audit, requests);
  }

  /** Returns this field with a plan by which the response's values may come. */
  LinkField withPlan(long fingerprint) {
    return new LinkField(
        message, base, fetched, deltas, unknown, typed, fingerprint, audit, requests);
  }

  /** Returns this field with the digest of what the values stand for. */
  LinkField withAudit(long digest) {
    return new LinkField(message, base, fetched, deltas, unknown, typed, plan, digest, requests);
  }

  /** Returns this field with the plan of requests. */
  LinkField withRequests(long fingerprint) {
    return new LinkField(message, base, fetched, deltas, unknown, typed, plan, audit, fingerprint);
  }

  /** Returns this field as one of this end. */
  LinkField own() {
    return withTyped(!Zstandard.isPresent());
  }

  /** Returns what a server says in an answer that came; null for nothing. */
  static @Nullable LinkField of(SoapResponse response) {
    return of(response.headers().get(RECEIVED_NAME));
  }

  /** Returns what a field says; null if there is none, or it is malformed or of another version. */
  static @Nullable LinkField of(@Nullable String field) {
    if (field == null) {
      return null;
    }
    String[] parts = field.trim().split(";", -1);
    if (!parts[0].equals(PROTOCOL)) {
      return null;
    }
    long message = NONE;
    long base = NONE;
    long fetched = NONE;
    long plan = NONE;
    long audit = NONE;
    long requests = NONE;
    boolean deltas = false;
    boolean unknown = false;
    boolean typed = false;
    for (int i = 1; i < parts.length; i++) {
      String part = parts[i].trim();
      switch (part) {
        case "r" -> deltas = true;
        case "u" -> unknown = true;
        case "t" -> typed = true;
        default -> {
          boolean isVersion =
              part.length() == 12 && part.startsWith("=\"", 1) && part.endsWith("\"");
          long version = isVersion ? InstanceNames.of(part.substring(3, 11)) : NONE;
          switch (part.isEmpty() ? ' ' : part.charAt(0)) {
            case 'v' -> message = version;
            case 'b' -> base = version;
            case 'f' -> fetched = version;
            case 'c' -> plan = version;
            case 'x' -> audit = version;
            case 'q' -> requests = version;
            default -> {} // A parameter of a later edition.
          }
        }
      }
    }
    return new LinkField(message, base, fetched, deltas, unknown, typed, plan, audit, requests);
  }

  /** Returns the field's value. */
  String value() {
    StringBuilder value = new StringBuilder(PROTOCOL);
    append(value, 'b', base);
    append(value, 'c', plan);
    append(value, 'f', fetched);
    append(value, 'q', requests);
    append(value, 'v', message);
    append(value, 'x', audit);
    value.append(deltas ? ";r" : "").append(unknown ? ";u" : "").append(typed ? ";t" : "");
    return value.toString();
  }

  private static void append(StringBuilder value, char name, long version) {
    if (version != NONE) {
      value.append(';').append(name).append("=\"").append(InstanceNames.text(version)).append('"');
    }
  }
}
