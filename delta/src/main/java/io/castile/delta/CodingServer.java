package io.castile.delta;

import io.castile.delta.format.CheckHash;
import io.castile.delta.format.Instance;
import io.castile.delta.format.RandomLongs;
import io.castile.delta.format.Zstandard;
import io.castile.delta.kept.KeptMessages;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers clients that do not know the link with what they know: {@code dcz} with an earlier answer
 * as the dictionary, {@code zstd}, or {@code gzip}. Thread-safe.
 */
final class CodingServer {
  private static final long QUESTION_SEED = RandomLongs.next();

  /** A coding would hardly make them smaller. */
  private static final int MIN_BYTES = 512;

  /** An answer that may be a dictionary, for requests of the same identity only. */
  private record Key(String endpoint, String identity, String hash) {}

  private final boolean on;
  private final boolean shared;
  private final Set<String> credentials;
  private final int maxMessageBytes;
  private final KeptMessages<Key, Instance> dictionaries;

  CodingServer(DifferentialOptions options) {
    this.on = options.codings();
    this.shared = options.shared();
    this.credentials = options.credentials();
    this.maxMessageBytes = options.maxMessageBytes();
    this.dictionaries = options.newKept();
  }

  /** Answers a request without the link's own field. */
  SoapResponse answered(Chain chain, SoapRequest request) throws SoapException {
    AcceptEncoding accepted = AcceptEncoding.of(request.headers().get("accept-encoding"));
    boolean knowsZstd =
        (accepted.accepts(ZstdCoding.NAME) || accepted.accepts(ZstdCoding.WITH_DICTIONARY))
            && Zstandard.isPresent();
    if (!on || !(knowsZstd || accepted.accepts(GzipCoding.NAME))) {
      return chain.proceed(request);
    }
    SoapResponse response = chain.proceed(request);
    byte[] message = CodingRule.message(response);
    if (message == null) {
      return response;
    }
    Headers.Builder headers = Headers.builder();
    headers.set(ContentHeaders.VARY, "accept-encoding, available-dictionary");
    Instance dictionary = null;
    if (knowsZstd && message.length >= MIN_BYTES) {
      dictionary = dictionary(request, accepted, message, headers);
    }
    return coded(response, message, codings(knowsZstd, dictionary), accepted, dictionary, headers);
  }

  /** The available codings for a response, in the order of preference. */
  private static List<String> codings(boolean hasZstd, @Nullable Instance dictionary) {
    List<String> codings = new ArrayList<>();
    if (dictionary != null) {
      codings.add(ZstdCoding.WITH_DICTIONARY);
    }
    if (hasZstd) {
      codings.add(ZstdCoding.NAME);
    }
    codings.add(GzipCoding.NAME);
    return codings;
  }

  /** Keeps a message as a dictionary, and returns the one that the client names; null for none. */
  private @Nullable Instance dictionary(
      SoapRequest request, AcceptEncoding accepted, byte[] message, Headers.Builder headers) {
    String use = DictionaryFields.useAs(request.endpoint());
    String identity = use == null ? null : identity(request);
    if (use == null || identity == null) {
      return null;
    }
    String hash = DictionaryFields.hash(request.headers().get("available-dictionary"));
    Instance dictionary =
        hash != null && accepted.accepts(ZstdCoding.WITH_DICTIONARY)
            ? dictionaries.get(new Key(SenderIdentity.place(request), identity, hash))
            : null;
    if (message.length <= maxMessageBytes && Zstandard.isDictionary(message)) {
      Instance target = Instance.of(message);
      dictionaries.put(new Key(SenderIdentity.place(request), identity, target.sha256()), target);
      headers.set(DictionaryFields.USE_AS, use);
    }
    return dictionary;
  }

  /**
   * Returns which callers may use an answer as a dictionary. A dictionary is named by its content,
   * so that a caller that may use one can find out by trying whether it has guessed the content. So
   * if callers can be told apart by nothing but perhaps what they ask, only the same question may
   * use the answer.
   */
  private @Nullable String identity(SoapRequest request) {
    try {
      if (shared) {
        return "";
      }
      String identity = SenderIdentity.of(request, credentials);
      return identity != null && identity.isEmpty()
          ? "question " + CheckHash.of(request.bytes(), QUESTION_SEED)
          : identity;
    } catch (SoapMessageException e) {
      throw new AssertionError("a request that came has bytes", e);
    }
  }

  private static SoapResponse coded(
      SoapResponse response,
      byte[] message,
      List<String> codings,
      AcceptEncoding accepted,
      @Nullable Instance dictionary,
      Headers.Builder headers) {
    String coding = message.length < MIN_BYTES ? null : accepted.best(codings);
    if (coding != null) {
      byte[] content = encoded(coding, dictionary, message);
      if (content.length < message.length) {
        headers.set(ContentHeaders.CODING, coding);
        return response.withContent(content, ContentHeaders.beside(response, headers.build()));
      }
    }
    return response.withContent(message, ContentHeaders.beside(response, headers.build()));
  }

  private static byte[] encoded(String coding, @Nullable Instance dictionary, byte[] message) {
    return switch (coding) {
      case ZstdCoding.WITH_DICTIONARY ->
          ZstdCoding.encode(Objects.requireNonNull(dictionary), message);
      case ZstdCoding.NAME -> ZstdCoding.encode(message);
      default -> GzipCoding.encode(message);
    };
  }

  long keptBytes() {
    return dictionaries.keptBytes();
  }
}
