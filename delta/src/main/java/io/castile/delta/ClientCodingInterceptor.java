package io.castile.delta;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.delta.format.Instance;
import io.castile.delta.format.Zstandard;
import io.castile.delta.kept.KeptMessages;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.envelope.StackReserve;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Asks servers that do not know the link for what they may know: {@code gzip}, {@code zstd}, and
 * {@code dcz} with an earlier answer as the dictionary. Thread-safe.
 */
final class ClientCodingInterceptor implements Interceptor {
  private static final int OK = 200;
  private static final int MAX_ENDPOINTS = 1024;

  /** Servers that get no offer. */
  private enum Peer {
    /** The peer knows the link. */
    LINKED,
    /** The peer has sent a content that could not be decoded. */
    UNCODED
  }

  private record Key(String endpoint, QName operation, String identity) {}

  private static final String ACCEPT = "Accept-Encoding";

  private final boolean on;
  private final Set<String> credentials;
  private final KeptMessages<Key, Instance> dictionaries;
  private final Cache<String, Peer> peers;

  ClientCodingInterceptor(DifferentialOptions options) {
    this.on = options.codings();
    this.credentials = options.credentials();
    this.dictionaries = options.newKept();
    this.peers =
        Caffeine.newBuilder()
            .maximumSize(MAX_ENDPOINTS)
            .expireAfterAccess(options.maxIdle())
            .executor(Runnable::run)
            .build();
  }

  @Override
  public boolean needsBytes() {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    if (!LinkKey.isFor(request)) {
      return chain.proceed(request);
    }
    Peer peer = peers.getIfPresent(request.endpoint());
    SoapResponse response;
    if (!on || request.headers().has(ACCEPT)) {
      response = chain.proceed(request);
      if (AppliedCodings.of(response).isOfLink()) {
        response = decoded(request, null, response);
      }
    } else if (peer == Peer.LINKED) {
      response = decoded(request, null, chain.proceed(request));
    } else if (peer == Peer.UNCODED) {
      SoapRequest plain = request.newBuilder().header(ACCEPT, "identity").build();
      response = decoded(request, null, chain.proceed(plain));
    } else {
      response = offered(chain, request);
    }
    if (on && peer != Peer.UNCODED && response.status() == OK) {
      note(request.endpoint(), peer, response);
    }
    return response;
  }

  /** Notes whether a server knows the link, as far as its answer shows. */
  private void note(String endpoint, @Nullable Peer known, SoapResponse response) {
    boolean linked =
        response.headers().has(LinkField.RECEIVED_NAME) || AppliedCodings.of(response).isOfLink();
    if (linked == (known != null)) {
      return;
    }
    StackReserve.require();
    if (linked) {
      peers.put(endpoint, Peer.LINKED);
    } else {
      peers.invalidate(endpoint);
    }
  }

  private SoapResponse offered(Chain chain, SoapRequest request) throws SoapException {
    String identity = SenderDigest.identity(request, credentials);
    boolean hasZstd = Zstandard.isPresent();
    Key key =
        identity == null || !hasZstd
            ? null
            : new Key(request.endpoint(), request.operation().name(), identity);
    Instance dictionary = key == null ? null : dictionaries.get(key);
    SoapRequest.Builder offer = request.newBuilder();
    if (dictionary == null) {
      offer.header(
          ACCEPT, hasZstd ? "gzip, zstd" : "gzip"); // no dcz without a dictionary: RFC 9842 §6.1
    } else {
      offer.header(ACCEPT, "gzip, zstd, dcz");
      offer.header(DictionaryFields.AVAILABLE, DictionaryFields.available(dictionary.sha256()));
    }
    SoapResponse response = chain.proceed(offer.build());
    SoapResponse decoded;
    try {
      decoded = decoded(request, dictionary, response);
    } catch (SoapTransportException e) {
      if (key != null && dictionary != null) {
        dictionaries.remove(key, dictionary);
      }
      throw e;
    }
    if (key != null
        && decoded.status() == OK
        && !(Messages.body(decoded) instanceof MessageBody.Multipart)) {
      keep(key, decoded);
    }
    return decoded;
  }

  /** The response without what codings others have put around it. */
  private SoapResponse decoded(
      SoapRequest request, @Nullable Instance dictionary, SoapResponse response)
      throws SoapException {
    AppliedCodings codings = AppliedCodings.of(response);
    try {
      AppliedCodings left = codings.left();
      if (left.names().size() == codings.names().size()) {
        return response;
      }
      return left.toldBy(decoded(codings, left, dictionary, response, request.maxMessageBytes()));
    } catch (IOException e) {
      StackReserve.require();
      peers.put(request.endpoint(), Peer.UNCODED);
      throw new SoapTransportException(
          "the response of operation "
              + request.operation()
              + " came with content coding "
              + codings
              + " and could not be decoded ("
              + e.getMessage()
              + "); the next one is asked for without",
          e);
    }
  }

  /**
   * Parts are read while they are decoded: they may be more than memory has room for.
   *
   * @param maxBytes of what would be read if it came without a coding
   */
  static SoapResponse decoded(
      AppliedCodings codings,
      AppliedCodings left,
      @Nullable Instance dictionary,
      SoapResponse response,
      int maxBytes)
      throws SoapException, IOException {
    if (Messages.body(response) instanceof MessageBody.Multipart && left.names().isEmpty()) {
      InputStream content = new ByteArrayInputStream(response.bytes());
      try (InputStream parts = codings.open(content, dictionary, maxBytes, Long.MAX_VALUE)) {
        return response.withMessage(parts);
      }
    }
    return response.withMessage(codings.decode(response.bytes(), dictionary, maxBytes));
  }

  private void keep(Key key, SoapResponse response) throws SoapException {
    Headers headers = response.headers();
    String control = headers.getOrDefault("cache-control", "").toLowerCase(Locale.ROOT);
    if (DictionaryFields.isForEndpoint(headers.get(DictionaryFields.USE_AS), key.endpoint())
        && !control.contains("no-store")
        && AppliedCodings.of(response).names().isEmpty()
        && Zstandard.isDictionary(response.bytes())) {
      StackReserve.require();
      dictionaries.put(key, Instance.of(response.bytes()));
    }
  }

  long keptBytes() {
    return dictionaries.keptBytes();
  }

  @Override
  public String toString() {
    return "content codings";
  }
}
