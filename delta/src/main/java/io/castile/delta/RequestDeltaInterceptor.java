package io.castile.delta;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.delta.format.Instance;
import io.castile.delta.format.InstanceNames;
import io.castile.delta.kept.KeptMessages;
import io.castile.delta.typed.RequestDelta;
import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.envelope.StackReserve;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.xml.Payload;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's end for requests: sends one as its difference to the last one of the operation,
 * where the server has that. Works on requests that have the link's field. Thread-safe.
 */
final class RequestDeltaInterceptor implements Interceptor {
  private static final Logger log = LoggerFactory.getLogger(RequestDeltaInterceptor.class);
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;
  private static final int UNSUPPORTED_MEDIA_TYPE = 415;
  private static final int MAX_ENDPOINTS = 1024;

  /** The words of CXF for a request that does not even begin as XML; it blames itself. */
  private static final String UNREAD_BY_CXF = "Couldn't parse stream.";

  private final int minRequestBytes;
  private final Encoder encoder;
  private final LinkCounters counters;
  private final Set<String> credentials;
  private final boolean compressed;

  /** Whether the link speaks in header fields: faults that answer deltas have one then. */
  private final boolean isInFields;

  /** The last request of each operation that a server has got that keeps requests. */
  private final KeptMessages<LinkKey, Instance> requests;

  /** Endpoints whose servers read no Zstandard frames. */
  private final Cache<String, Boolean> typed;

  /** Endpoints whose servers have refused a delta, and have said nothing of the link since. */
  private final Cache<String, Boolean> refusing;

  RequestDeltaInterceptor(DifferentialOptions options, Encoder encoder, LinkCounters counters) {
    this.minRequestBytes = options.minRequestBytes();
    this.encoder = encoder;
    this.counters = counters;
    this.credentials = options.credentials();
    this.compressed = options.compressed();
    this.isInFields = !options.soapHeader();
    this.requests = options.newKept();
    this.typed = endpoints(options);
    this.refusing = endpoints(options);
  }

  private static Cache<String, Boolean> endpoints(DifferentialOptions options) {
    return Caffeine.newBuilder()
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
    String field = request.headers().get(LinkField.NAME);
    LinkField said = LinkField.of(field);
    if (said == null || said.fetched() != Instance.NO_VERSION) {
      return chain.proceed(request);
    }
    if (said.deltas()) {
      return passed(chain, request);
    }
    byte[] message = request.bytes();
    if (message.length < minRequestBytes) {
      return chain.proceed(request);
    }
    LinkKey key = LinkKey.of(request, credentials);
    return sent(chain, message, key == null ? LinkKey.ofUnnamed(request, credentials) : key, said);
  }

  /**
   * Passes on a request that goes as values. Where it is not taken, the one that goes in its place
   * is to be whole.
   */
  private SoapResponse passed(Chain chain, SoapRequest request) throws SoapException {
    try {
      SoapResponse response = chain.proceed(request);
      note(request.endpoint(), response);
      LinkKey key = isTaken(response) ? null : LinkKey.of(request, credentials);
      if (key != null) {
        requests.remove(key, requests.get(key));
      }
      return response;
    } catch (SoapTransportException e) {
      if (isUnsupported(e)) {
        refuses(request.endpoint());
      }
      throw e;
    }
  }

  private SoapResponse sent(Chain chain, byte[] message, LinkKey key, LinkField said)
      throws SoapException {
    SoapRequest request = chain.request();
    Instance target = Instance.of(message, InstanceNames.random());
    boolean isRefusing = refusing.getIfPresent(key.endpoint()) != null;
    Instance base = isRefusing ? null : requests.get(key);
    boolean hasFrames = getsFrames(key.endpoint());
    byte[] delta = base == null ? null : encoder.deltaIfAny(base, target, hasFrames);
    SoapResponse response =
        base == null || delta == null ? null : sentDelta(chain, key, said, base, delta);
    if (response == null) {
      LinkField named =
          LinkField.request(target.version(), said.base()).withPlan(said.plan()).own();
      response = chain.proceed(with(request, said, named).build());
      note(key.endpoint(), response);
    }
    boolean isDelta =
        said.base() == Instance.NO_VERSION ? isDelta(response) : AppliedCodings.isDelta(response);
    if (response.status() == OK && (isDelta || takesDeltas(response))) {
      requests.put(key, target);
      if (refusing.getIfPresent(key.endpoint()) != null) {
        refusing.invalidate(key.endpoint());
      }
    }
    return response;
  }

  /** A request that says something else, with what other links have added to the field. */
  private static SoapRequest.Builder with(SoapRequest request, LinkField said, LinkField now) {
    String field = Objects.requireNonNull(request.headers().get(LinkField.NAME));
    String added = field.substring(said.value().length());
    return request.newBuilder().header(LinkField.NAME, now.value() + added);
  }

  /**
   * Sends the delta of a request.
   *
   * @return null if the server did not take it, and so has done nothing
   */
  private @Nullable SoapResponse sentDelta(
      Chain chain, LinkKey key, LinkField said, Instance base, byte[] delta) throws SoapException {
    SoapRequest request = chain.request();
    byte[] content = new RequestDelta(said.base(), base.version(), delta).content();
    SoapRequest coded =
        with(request, said, LinkField.requestDelta().withPlan(said.plan()).own())
            .header("Content-Encoding", LinkField.CODING)
            .build()
            .withPayload(Payload.of(content, content.length));
    try {
      SoapResponse response = chain.proceed(coded);
      note(key.endpoint(), response);
      LinkField answered = LinkField.of(response);
      if (isTaken(response)) {
        counters.requestDelta(request.bytes().length, content.length);
        if (answered == null && response.status() >= BAD_REQUEST) {
          // Perhaps the response of an intermediary that took the delta for the message. It is not
          // for the link to call the service again, but the next request shall be understood.
          requests.remove(key, base);
        }
        return response;
      }
      if (answered == null) {
        log.debug("the server takes deltas for messages");
        refuses(key.endpoint());
      }
    } catch (SoapTransportException e) {
      if (!isUnsupported(e)) {
        throw e;
      }
      log.debug("the server takes no deltas any more: {}", e.getMessage());
      refuses(key.endpoint());
    }
    counters.unknownRequestBase();
    requests.remove(key, base);
    return null;
  }

  /** Whether the server has taken a request that was no XML; it has done nothing if not. */
  boolean isTaken(SoapResponse response) {
    LinkField answered = LinkField.of(response);
    return answered == null ? !isNotRead(response) : !answered.unknown();
  }

  /** Whether a server refuses a content coding. */
  static boolean isUnsupported(SoapTransportException e) {
    return e.status() == UNSUPPORTED_MEDIA_TYPE;
  }

  /** Whether a server gets Zstandard frames: it reads them, as far as it has said. */
  boolean getsFrames(String endpoint) {
    return compressed && typed.getIfPresent(endpoint) == null;
  }

  /**
   * Whether a server without the link has answered a delta that it could not read: a server that
   * can read it says so, even along with a fault. The request was not processed then, as a delta is
   * no XML. A fault that blames the server does not count, except for one text: it may come from an
   * intermediary, behind which the request was processed.
   */
  private boolean isNotRead(SoapResponse response) {
    if (!isInFields || response.status() < BAD_REQUEST || isDelta(response)) {
      return false;
    }
    if (response.blamesSender()) {
      return true;
    }
    try {
      SoapFault fault = response.fault();
      return fault != null && fault.reason().equals(UNREAD_BY_CXF);
    } catch (SoapMessageException | RuntimeException e) {
      return false; // the code that reads the response will report that
    }
  }

  private void refuses(String endpoint) {
    StackReserve.require();
    refusing.put(endpoint, true);
  }

  private static boolean isDelta(SoapResponse response) {
    return AppliedCodings.of(response).isOnly(LinkField.CODING);
  }

  private static boolean takesDeltas(SoapResponse response) {
    LinkField said = LinkField.of(response);
    return said != null && said.deltas();
  }

  /** Notes whether a server reads Zstandard frames, where it says anything. */
  private void note(String endpoint, SoapResponse response) {
    LinkField said = LinkField.of(response);
    if (said == null || said.typed() == (typed.getIfPresent(endpoint) != null)) {
      return;
    }
    StackReserve.require();
    if (said.typed()) {
      typed.put(endpoint, true);
    } else {
      typed.invalidate(endpoint);
    }
  }

  /** Has the next request of a sender go whole. */
  void forget(LinkKey key) {
    requests.remove(key, requests.get(key));
  }

  long keptBytes() {
    return requests.keptBytes();
  }

  @Override
  public String toString() {
    return "differences of requests";
  }
}
