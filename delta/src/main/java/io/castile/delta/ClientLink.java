package io.castile.delta;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.delta.format.CheckHash;
import io.castile.delta.format.Delta;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.format.Seeds;
import io.castile.delta.format.Versions;
import io.castile.soap.Chain;
import io.castile.soap.Interceptor;
import io.castile.soap.MessageBody;
import io.castile.soap.SoapException;
import io.castile.soap.SoapRequest;
import io.castile.soap.SoapResponse;
import io.castile.soap.SoapTransportException;
import io.castile.soap.StackReserve;
import io.castile.xml.Payload;
import java.util.Set;
import javax.xml.namespace.QName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's end: names the base it holds, and makes the message of the delta that comes.
 *
 * <p>The base is the last answer to the same question, or else to another question of the same
 * operation. Thread-safe.
 */
final class ClientLink implements Interceptor {
  private static final Logger log = LoggerFactory.getLogger(ClientLink.class);
  private static final int OK = 200;
  private static final int UNSUPPORTED_MEDIA_TYPE = 415;
  private static final int MAX_ENDPOINTS = 1024;

  /**
   * What a base answers; without a question, the last answer of the operation. By the operation's
   * name, so that all clients share it, and none is held by it.
   */
  private record Key(String endpoint, QName operation, String identity, long question) {
    Key anyQuestion() {
      return new Key(endpoint, operation, identity, ANY);
    }
  }

  /** No digest is negative. */
  private static final long ANY = -1;

  private static final long QUESTION_SEED = Seeds.next();

  private final int maxMessageBytes;
  private final int minRequestBytes;
  private final Encoder encoder;
  private final Instances<Key> instances;

  /** The last request of each operation that a server has got that keeps requests. */
  private final Instances<Key> requests;

  private final LinkCounters counters;
  private final CodingClient codings;
  private final FormClient<Key> forms;
  private final boolean inSoapHeader;
  private final Set<String> credentials;

  /** Endpoints whose servers read no Zstandard frames. */
  private final Cache<String, Boolean> typed;

  ClientLink(DifferentialOptions options, Encoder encoder, LinkCounters counters) {
    this.encoder = encoder;
    this.maxMessageBytes = options.maxMessageBytes();
    this.minRequestBytes = options.minRequestBytes();
    this.instances = new Instances<>(options);
    this.requests = new Instances<>(options);
    this.counters = counters;
    this.codings = new CodingClient(options);
    this.forms = new FormClient<>(options, counters);
    this.inSoapHeader = options.soapHeader();
    this.credentials = options.credentials();
    this.typed =
        Caffeine.newBuilder()
            .maximumSize(MAX_ENDPOINTS)
            .expireAfterAccess(options.maxIdle())
            .executor(Runnable::run)
            .build();
  }

  @Override
  public SoapResponse intercept(Chain path) throws SoapException {
    SoapRequest request = path.request();
    if (request.operation().oneWay()
        || request.sendsAttachments()
        || request.body() instanceof MessageBody.Multipart) {
      return path.proceed(request);
    }
    Chain coded = inSoapHeader ? BlockClient.around(path) : codings.around(path);
    byte[] message = request.bytes();
    String identity =
        RequestParts.identity(request.headers(), credentials, message, request.charset());
    if (identity == null) {
      return coded.proceed(request);
    }
    Key key =
        new Key(
            request.endpoint(),
            request.operation().name(),
            identity,
            CheckHash.of(message, QUESTION_SEED));
    Chain chain = forms.around(coded, key.anyQuestion());
    Instance base = instances.get(key);
    if (base == null) {
      base = instances.get(key.anyQuestion());
    }
    long version = base == null ? Instance.NO_VERSION : base.version();
    SoapResponse response = sent(chain, request, message, key, version);
    if (response.status() != OK || response.body() instanceof MessageBody.Multipart) {
      return response;
    }
    if (!isDelta(response)) {
      return received(key, response);
    }
    byte[] delta = response.bytes();
    try {
      return applied(request, key, base, delta, ContentCodings.NONE.toldBy(response));
    } catch (DeltaException e) {
      counters.mismatch();
      log.warn(
          "a delta from {} could not be applied: {}",
          request.endpoint(),
          e.getMessage(),
          e.getCause());
      instances.remove(key, base);
      instances.remove(key.anyQuestion(), base);
      return fetched(chain, request, message, key, delta, e);
    }
  }

  // ---- requests ----

  /** Sends a request, as its difference to the last one where the server has that. */
  private SoapResponse sent(
      Chain chain, SoapRequest request, byte[] message, Key key, long responseBase)
      throws SoapException {
    if (message.length < minRequestBytes) {
      return chain.proceed(with(request, LinkField.request(Instance.NO_VERSION, responseBase)));
    }
    Instance target = Instance.of(message, Versions.random());
    Instance base = requests.get(key.anyQuestion());
    boolean hasFrames = typed.getIfPresent(request.endpoint()) == null;
    byte[] delta = base == null ? null : encoder.deltaIfAny(base, target, hasFrames);
    SoapResponse response =
        delta == null ? null : sentDelta(chain, request, key, responseBase, base, delta);
    if (response == null) {
      response = chain.proceed(with(request, LinkField.request(target.version(), responseBase)));
      note(request.endpoint(), said(response));
    }
    if (response.status() == OK && (isDelta(response) || takesDeltas(response))) {
      requests.put(key.anyQuestion(), target);
    }
    return response;
  }

  /**
   * Sends the delta of a request.
   *
   * @return null if the server did not take it, and so has done nothing
   */
  private SoapResponse sentDelta(
      Chain chain, SoapRequest request, Key key, long responseBase, Instance base, byte[] delta)
      throws SoapException {
    byte[] content = new RequestDelta(responseBase, base.version(), delta).content();
    SoapRequest coded =
        request
            .newBuilder()
            .header(LinkField.NAME, LinkField.requestDelta().own().value())
            .header("Content-Encoding", LinkField.CODING)
            .build()
            .withPayload(Payload.of(content, content.length));
    try {
      SoapResponse response = chain.proceed(coded);
      LinkField said = said(response);
      note(request.endpoint(), said);
      if (said == null || !said.unknown()) {
        counters.requestDelta(request.bytes().length, content.length);
        if (said == null && response.status() >= 400) {
          // Maybe of a server that took the delta for the message. It is not for the link to call
          // the service again, but the next request shall be understood.
          requests.remove(key.anyQuestion(), base);
        }
        return response;
      }
    } catch (SoapTransportException e) {
      if (e.status() != UNSUPPORTED_MEDIA_TYPE) {
        throw e;
      }
      log.debug("the server takes no deltas any more: {}", e.getMessage());
    }
    counters.unknownRequestBase();
    requests.remove(key.anyQuestion(), base);
    return null;
  }

  /** Notes whether a server reads Zstandard frames, where it says anything. */
  private void note(String endpoint, LinkField said) {
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

  private static boolean takesDeltas(SoapResponse response) {
    LinkField said = said(response);
    return said != null && said.deltas();
  }

  /** What the server says; null for nothing. */
  private static LinkField said(SoapResponse response) {
    return LinkField.of(response.headers().get(LinkField.RECEIVED_NAME));
  }

  // ---- responses ----

  private static SoapRequest with(SoapRequest request, LinkField field) {
    return request.newBuilder().header(LinkField.NAME, field.own().value()).build();
  }

  private static boolean isDelta(SoapResponse response) {
    return ContentCodings.of(response).isOnly(LinkField.CODING);
  }

  /** Keeps a message that came whole, from a server that will know it. */
  private SoapResponse received(Key key, SoapResponse response) throws SoapException {
    LinkField said = said(response);
    if (said == null || said.message() == Instance.NO_VERSION) {
      return response;
    }
    byte[] message = response.bytes();
    counters.full(message.length);
    keep(key, Instance.of(message, said.message()));
    return response;
  }

  private SoapResponse applied(
      SoapRequest request, Key key, Instance base, byte[] delta, SoapResponse response)
      throws DeltaException {
    if (base == null) {
      throw new DeltaException("expected a whole message, as no base was named, found a delta");
    }
    Instance target =
        Delta.apply(base, delta, Math.min(maxMessageBytes, request.maxMessageBytes()));
    counters.delta(target.bytes().length, delta.length);
    keep(key, target);
    return response.withMessage(target.bytes());
  }

  private void keep(Key key, Instance instance) {
    instances.put(key, instance);
    instances.put(key.anyQuestion(), instance);
  }

  /**
   * Asks for the message that the delta would have given. The service is not called again: what it
   * did, it has done.
   */
  private SoapResponse fetched(
      Chain chain,
      SoapRequest request,
      byte[] message,
      Key key,
      byte[] delta,
      DeltaException failure)
      throws SoapException {
    long version = Delta.targetVersion(delta);
    if (version >= 0) {
      byte[] fetch = RequestParts.fetch(message);
      SoapRequest again =
          with(request, LinkField.fetch(version)).withPayload(Payload.of(fetch, fetch.length));
      SoapResponse response = chain.proceed(again);
      LinkField said = said(response);
      if (response.status() == OK
          && !isDelta(response)
          && said != null
          && said.message() == version) {
        counters.fetched();
        return received(key, response);
      }
    }
    throw new SoapTransportException(
        "the response of operation "
            + request.operation()
            + " came as a delta that could not be applied ("
            + failure.getMessage()
            + "), and the server could not send it again",
        failure);
  }

  long keptBytes() {
    return instances.keptBytes() + requests.keptBytes() + codings.keptBytes() + forms.keptBytes();
  }

  @Override
  public String toString() {
    return "differential link";
  }
}
