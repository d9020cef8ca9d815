package io.castile.delta;

import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Zstandard;
import io.castile.delta.internal.Codings;
import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.server.AnswerEncoder;
import io.castile.soap.server.RequestDecoder;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Content codings for messages (RFC 9110 §8.4), {@code gzip} and {@code zstd}, without differences.
 * Immutable and thread-safe. Where {@code com.github.luben:zstd-jni}, which brings {@code zstd}, is
 * not on the class path, the other one is used alone.
 *
 * <pre>{@code
 * Compression compression = Compression.builder().codings("gzip").minBytes(2048).build();
 * }</pre>
 */
public final class Compression {
  static {
    Codings.access(new ServerCodings());
  }

  /** The default of {@link Builder#codings}: {@code gzip} and {@code zstd}. */
  public static final List<String> DEFAULT_CODINGS = List.of(GzipCoding.NAME, ZstdCoding.NAME);

  /** The default of {@link Builder#minBytes}: {@value} bytes. */
  public static final int DEFAULT_MIN_BYTES = 512;

  /** The default of {@link Builder#requests}: {@value}. */
  public static final boolean DEFAULT_REQUESTS = false;

  /** The defaults. */
  public static final Compression DEFAULT = builder().build();

  private final List<String> codings;
  private final int minBytes;
  private final boolean requests;

  private Compression(Builder builder) {
    this.codings = builder.codings;
    this.minBytes = builder.minBytes;
    this.requests = builder.requests;
  }

  /** Begins options, at first {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins options, at first these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.codings = codings;
    builder.minBytes = minBytes;
    builder.requests = requests;
    return builder;
  }

  /** Returns the codings that are used, the preferred one first. */
  public List<String> codings() {
    return codings;
  }

  /** Returns the size in bytes from which a message is sent with a coding. */
  public int minBytes() {
    return minBytes;
  }

  /** Whether a client sends its requests with the first coding. */
  public boolean requests() {
    return requests;
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
   * Returns the link of a client that asks for no codings: it takes them off all the same. Stands
   * before the links of {@link Differential}, which take off what they have asked for, but behind
   * those that ask for nothing ({@link Differential#isInHeaderBlock}).
   */
  public static Interceptor decodingLink() {
    return Decoding.INSTANCE;
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
              + " is missing. Add it to the class path.");
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
      AppliedCodings codings = AppliedCodings.of(response);
      try {
        AppliedCodings left = codings.left();
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

    /** Whether the answer has content that a coding may hide. */
    private static boolean hasContent(SoapResponse response) {
      MessageBody body = Messages.body(response);
      return body instanceof MessageBody.Bytes
          || (body instanceof MessageBody.Multipart parts && parts.isCoded());
    }

    /** Whether a document is XML as it is: an intermediary has decoded it and left the field. */
    private static boolean isPlain(SoapResponse response) throws SoapException {
      byte[] bytes =
          Messages.body(response) instanceof MessageBody.Bytes content ? content.bytes() : null;
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

  /** Builds options. Not thread-safe. */
  public static final class Builder {
    private List<String> codings = DEFAULT_CODINGS;
    private int minBytes = DEFAULT_MIN_BYTES;
    private boolean requests = DEFAULT_REQUESTS;

    private Builder() {}

    /**
     * Sets the codings that are used; {@link #DEFAULT_CODINGS} by default.
     *
     * @param codings {@code gzip}, {@code zstd} or both, in any case, the preferred one first
     */
    public Builder codings(String... codings) {
      return codings(Arrays.asList(Objects.requireNonNull(codings, "codings")));
    }

    /** Like {@link #codings(String...)}. */
    public Builder codings(List<String> codings) {
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
        throw new IllegalArgumentException(
            "Cannot use compression without a content coding. Name gzip or zstd.");
      }
      this.codings = List.copyOf(names);
      return this;
    }

    /**
     * Sets the size from which a message is sent with a coding; {@link #DEFAULT_MIN_BYTES} by
     * default.
     *
     * @param bytes positive
     */
    public Builder minBytes(int bytes) {
      if (bytes < 1) {
        throw new IllegalArgumentException("minBytes < 1: " + bytes);
      }
      this.minBytes = bytes;
      return this;
    }

    /**
     * Sets whether a client sends its requests with the first coding, too: only where its server is
     * known to take it, as Castile's servers do. A server ignores it. {@link #DEFAULT_REQUESTS} by
     * default.
     */
    public Builder requests(boolean enabled) {
      this.requests = enabled;
      return this;
    }

    /** Returns the options. */
    public Compression build() {
      return new Compression(this);
    }
  }

  /** Gives {@link Codings} those of this package. */
  private static final class ServerCodings extends Codings.Access {
    @Override
    protected AnswerEncoder encoder(Compression options) {
      return new CodedAnswers(options);
    }

    @Override
    protected @Nullable AnswerEncoder encoder(Differential link) {
      return link.answerEncoder();
    }

    @Override
    protected RequestDecoder decoder() {
      return CodedRequests.INSTANCE;
    }
  }

  /**
   * Takes {@code gzip}, {@code zstd} where it can be read, and {@code deflate} off requests, a
   * bounded number of times.
   */
  private enum CodedRequests implements RequestDecoder {
    INSTANCE;

    @Override
    public String accepted() {
      return Zstandard.isPresent()
          ? String.join(", ", GzipCoding.NAME, ZstdCoding.NAME, DeflateContent.NAME)
          : String.join(", ", GzipCoding.NAME, DeflateContent.NAME);
    }

    @Override
    public String expected() {
      return "content codings of " + accepted() + ", at most " + AppliedCodings.MAX_TAKEN_OFF;
    }

    @Override
    public boolean decodes(String codings) {
      AppliedCodings named = AppliedCodings.of(codings);
      try {
        return !named.names().contains(ZstdCoding.WITH_DICTIONARY)
            && named.left().names().isEmpty();
      } catch (DeltaException e) {
        return false; // too many
      }
    }

    @Override
    public InputStream open(String codings, InputStream content, long maxBytes) throws IOException {
      return new Decoded(AppliedCodings.of(codings).open(content, null, maxBytes, maxBytes));
    }

    /** Says of what is malformed that it is, and not the connection. */
    private static final class Decoded extends FilterInputStream {
      Decoded(InputStream in) {
        super(in);
      }

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
          return in.read(bytes, offset, length);
        } catch (DeltaException e) {
          throw new Refused(Objects.requireNonNull(e.getMessage()), e.isTooLarge(), e);
        }
      }
    }
  }
}
