package io.castile.delta;

import io.castile.soap.exchange.internal.Messages;
import io.castile.delta.format.Zstandard;
import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.server.AnswerEncoder;
import io.castile.soap.server.RequestDecoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Content codings for messages (RFC 9110 §8.4), {@code gzip} and {@code zstd}, without differences.
 * Immutable and thread-safe. Where {@code com.github.luben:zstd-jni}, which brings {@code zstd}, is
 * not on the class path, the other one is used alone.
 *
 * @param codings those that are used, the one that is liked most first: {@code gzip}, {@code zstd}
 *     or both
 * @param minBytes of a message that is sent with a coding; positive
 * @param requests whether a client sends its requests with the first coding too: only where its
 *     server is known to take it, as Castile's servers do. A server does not look at it
 */
public record Compression(List<String> codings, int minBytes, boolean requests) {
  /** The default size from which messages are sent with a coding, in bytes. */
  public static final int DEFAULT_MIN_BYTES = 512;

  /**
   * Compression by {@code gzip} and {@code zstd} of responses that have {@link #DEFAULT_MIN_BYTES}
   * or more.
   */
  public static final Compression DEFAULT =
      new Compression(List.of(GzipCoding.NAME, ZstdCoding.NAME), DEFAULT_MIN_BYTES, false);

  public Compression {
    List<String> names = new ArrayList<>();
    for (String coding : Objects.requireNonNull(codings, "codings")) {
      String name = Objects.requireNonNull(coding, "coding").toLowerCase(Locale.ROOT);
      if (!name.equals(GzipCoding.NAME) && !name.equals(ZstdCoding.NAME)) {
        throw new IllegalArgumentException(
            "expected content coding gzip or zstd but was '" + coding + "'");
      }
      names.add(name);
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException("expected content codings gzip or zstd, found none");
    }
    if (minBytes < 1) {
      throw new IllegalArgumentException("minBytes < 1: " + minBytes);
    }
    codings = List.copyOf(names);
  }

  /** Returns a copy with these codings only, the one that is liked most first. */
  public Compression withCodings(String... codings) {
    return new Compression(
        Arrays.asList(Objects.requireNonNull(codings, "codings")), minBytes, requests);
  }

  /** Returns a copy with another minimum size of messages that get a coding. */
  public Compression withMinBytes(int bytes) {
    return new Compression(codings, bytes, requests);
  }

  /** Returns a copy for a client that sends its requests with the first coding, or does not. */
  public Compression withRequests(boolean on) {
    return new Compression(codings, minBytes, on);
  }

  /**
   * Returns the link of a client's chain, the last one before the transport.
   *
   * @throws IllegalStateException if the only coding is {@code zstd}, and its library is absent
   */
  public Interceptor clientLink() {
    return new CompressionInterceptor(this);
  }

  /**
   * Returns the link of a client that requests no codings: it decodes them all the same. Stands
   * before the links of {@link Differential}, which take off what they have asked for, but behind
   * those that ask for nothing ({@link Differential#isInHeaderBlock}).
   */
  public static Interceptor decodingLink() {
    return Decoding.INSTANCE;
  }

  /**
   * Returns the encoder that puts codings on responses of a server, its faults and descriptions.
   *
   * @throws IllegalStateException if the only coding is {@code zstd}, and its library is absent
   */
  public AnswerEncoder answerEncoder() {
    return new CodedAnswers(this);
  }

  /**
   * Returns the decoder that takes {@code gzip}, {@code zstd} and {@code deflate} off requests, for
   * every server.
   */
  public static RequestDecoder requestDecoder() {
    return CodedRequests.INSTANCE;
  }

  /**
   * The codings that can be written and read here.
   *
   * @throws IllegalStateException if there are none
   */
  List<String> usable() {
    if (!codings.contains(ZstdCoding.NAME) || Zstandard.isPresent()) {
      return codings;
    }
    if (!codings.contains(GzipCoding.NAME)) {
      throw new IllegalStateException(
          "Cannot use content coding zstd, because the artifact "
              + Zstandard.ARTIFACT
              + " is not on the class path. Add it.");
    }
    return List.of(GzipCoding.NAME);
  }

  /** The content for a message. */
  static byte[] encode(String coding, byte[] message) {
    return coding.equals(ZstdCoding.NAME) ? ZstdCoding.encode(message) : GzipCoding.encode(message);
  }

  /**
   * Takes content codings off answers for which no client has asked: a request without
   * Accept-Encoding accepts any (RFC 9110 §12.5.3). Loads nothing that a first call does not need.
   */
  static final class Decoding implements Interceptor {
    static final Decoding INSTANCE = new Decoding();

    private Decoding() {}

    @Override
    public boolean needsBytes() {
      return false;
    }

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      SoapRequest request = chain.request();
      return decoded(request, chain.proceed(request));
    }

    /** The response without the codings that are known here. */
    static SoapResponse decoded(SoapRequest request, SoapResponse response) throws SoapException {
      if (!response.headers().has("content-encoding") || !hasContent(response)) {
        return response; // as nearly all
      }
      ContentCodings codings = ContentCodings.of(response);
      try {
        ContentCodings left = codings.left();
        if (left.names().size() == codings.names().size() || isPlain(response)) {
          return response;
        }
        return left.toldBy(
            ClientCodingInterceptor.decoded(
                codings, left, null, response, request.maxMessageBytes()));
      } catch (IOException e) {
        throw new SoapTransportException(
            "the response of operation "
                + request.operation()
                + " came with content coding "
                + codings
                + " and could not be decoded: "
                + e.getMessage(),
            e);
      }
    }

    /** Whether the response has content that a coding may hide. */
    private static boolean hasContent(SoapResponse response) {
      MessageBody body = Messages.body(response);
      return body instanceof MessageBody.Bytes
          || (body instanceof MessageBody.Multipart parts && parts.isCoded());
    }

    /** Whether a document is XML as it is: an intermediary has decoded it and left the field. */
    private static boolean isPlain(SoapResponse response) throws SoapException {
      byte[] bytes = Messages.body(response) instanceof MessageBody.Bytes content ? content.bytes() : null;
      return bytes != null
          && bytes.length > 1
          && bytes[0] == '<'
          && (bytes[1] == '?' || bytes[1] == '!' || isNameStart(bytes[1]));
    }

    private static boolean isNameStart(byte b) {
      return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_';
    }

    @Override
    public String toString() {
      return "content codings of answers";
    }
  }
}
