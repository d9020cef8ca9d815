package io.castile.delta;

import io.castile.delta.format.Delta;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.kept.Kept;
import io.castile.delta.kept.KeptMessages;
import io.castile.delta.typed.MessageElements;
import io.castile.delta.typed.TypedAudit;
import io.castile.delta.typed.TypedCoding;
import io.castile.delta.typed.TypedCodings;
import io.castile.delta.typed.TypedState;
import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.envelope.Utf8Messages;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import io.castile.xml.Payload;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's end for answers: names the base it holds, and makes the message of the delta that
 * comes.
 *
 * <p>The base is the last answer to the same question, or else to another question of the same
 * operation. Thread-safe.
 */
final class ClientDeltaInterceptor implements Interceptor {
  private static final Logger log = LoggerFactory.getLogger(ClientDeltaInterceptor.class);
  private static final int OK = 200;

  private final int maxMessageBytes;
  private final KeptMessages<LinkKey, Kept> instances;
  private final LinkCounters counters;
  private final Set<String> credentials;

  /** Whether answers may come as values. */
  private final boolean typed;

  /** Operations whose values could not be read: their answers come as XML from then on. */
  private final Set<QName> untyped = ConcurrentHashMap.newKeySet();

  /** Whether the link is offered for requests whose sender is unknown. */
  private final boolean offersUnnamed;

  private final TypedRequests requests;

  ClientDeltaInterceptor(
      DifferentialOptions options, LinkCounters counters, TypedRequests requests) {
    this.requests = requests;
    this.maxMessageBytes = options.maxMessageBytes();
    this.instances = options.newKept();
    this.counters = counters;
    this.credentials = options.credentials();
    this.offersUnnamed = options.signedRequests();
    this.typed = options.typed();
  }

  /** It does, but those further out may be content with values. */
  @Override
  public boolean needsBytes() {
    return false;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    boolean mayBeValues = mayBeValues(request);
    request.exchange().needBytes();
    boolean isFor = LinkKey.isFor(request);
    LinkKey any = isFor ? LinkKey.of(request, credentials) : null;
    if (any == null) {
      return isFor && offersUnnamed && isUtf8(request)
          ? offered(chain, request)
          : chain.proceed(request);
    }
    TypedRequests.Sending sending =
        mayBeValues && requests.mayGo(request) ? requests.written(request, any) : null;
    LinkKey key =
        sending == null ? any.withQuestion(request.bytes()) : any.withQuestion(sending.state());
    TypedCoding coding = mayBeValues ? coding(Messages.operation(request)) : null;
    Kept known = instances.get(key);
    if (known == null) {
      known = instances.get(any);
    }
    Instance base = known instanceof Instance instance ? instance : null;
    TypedState state = known instanceof TypedState kept && kept.coding() == coding ? kept : null;
    long version =
        base != null ? base.version() : state != null ? state.version() : Instance.NO_VERSION;
    LinkField field =
        LinkField.request(Instance.NO_VERSION, version)
            .withPlan(coding == null ? Instance.NO_VERSION : coding.plan().fingerprint());
    SoapResponse response = sending == null ? null : requests.sent(chain, any, sending, field);
    if (response == null) {
      response = chain.proceed(with(request, field));
      requests.note(request, response);
    }
    if (response.status() != OK || Messages.body(response) instanceof MessageBody.Multipart) {
      return response;
    }
    if (coding != null && isValues(response)) {
      return values(chain, response, coding, state, key, any);
    }
    if (base == null ? !isDelta(response) : !AppliedCodings.isDelta(response)) {
      return received(key, any, response);
    }
    byte[] delta = response.bytes();
    try {
      Instance target = applied(request, base, delta);
      counters.delta(target.bytes().length, delta.length);
      keep(key, any, target);
      return AppliedCodings.NONE.toldBy(response).withMessage(target.bytes());
    } catch (DeltaException e) {
      counters.mismatch();
      log.warn(
          "a delta from {} could not be applied: {}",
          request.endpoint(),
          e.getMessage(),
          e.getCause());
      instances.remove(key, base);
      instances.remove(any, base);
      return fetched(chain, delta, coding, key, any, e);
    }
  }

  // ---- values ----

  /** Whether no interceptor further out may ask for the bytes of messages. */
  private boolean mayBeValues(SoapRequest request) {
    return typed && !request.exchange().needsBytes() && request.hasDefaultLimits();
  }

  /** Whether a request is going to be sent as values, if it has any that XML has, too. */
  boolean sendsValues(SoapRequest request) throws SoapException {
    return mayBeValues(request) && requests.mayGo(request);
  }

  /** How an answer may come as values; null if it may not. */
  private @Nullable TypedCoding coding(OperationModel operation) {
    TypedCoding coding = TypedCodings.of(operation.response());
    return coding == null || untyped.contains(operation.name()) ? null : coding;
  }

  /** Whether a response has values, even where an intermediary has taken away what says so. */
  private static boolean isValues(SoapResponse response) throws SoapException {
    AppliedCodings codings = AppliedCodings.of(response);
    return codings.names().isEmpty()
        ? TypedCoding.isNoDocument(response.bytes())
        : codings.isOnly(LinkField.CODING) && TypedCoding.isBegunBy(response.bytes());
  }

  /** Takes an answer that came as values. */
  private SoapResponse values(
      Chain chain,
      SoapResponse response,
      TypedCoding coding,
      @Nullable TypedState base,
      LinkKey key,
      LinkKey any)
      throws SoapException {
    try {
      return taken(chain.request(), response, coding, base, key, any);
    } catch (DeltaException e) {
      counters.mismatch();
      instances.remove(key, base);
      instances.remove(any, base);
      return fetched(chain, response.bytes(), coding, key, any, e);
    }
  }

  /** Takes values; what prevents it is logged. */
  private SoapResponse taken(
      SoapRequest request,
      SoapResponse response,
      TypedCoding coding,
      @Nullable TypedState base,
      LinkKey key,
      LinkKey any)
      throws SoapException, DeltaException {
    OperationModel operation = Messages.operation(request);
    Message message = Objects.requireNonNull(operation.response());
    byte[] content = response.bytes();
    TypedState state = null;
    try {
      boolean isReadOnly = request.hasReadOnlyResult();
      state = coding.read(content, base, request.maxMessageBytes(), isReadOnly);
      Object element = isReadOnly ? coding.readOnlyElement(state) : coding.element(state);
      LinkField said = LinkField.of(response);
      long told = said == null ? Instance.NO_VERSION : said.audit();
      TypedAudit.check(message, element, told);
      Object[] values = MessageElements.values(message, element);
      if (TypedCoding.isWhole(content)) {
        counters.whole(state.size(), content.length);
      } else {
        counters.delta(state.size(), content.length);
      }
      instances.put(key, state); // unless it is too large
      instances.put(any, state);
      return AppliedCodings.NONE.toldBy(response).withReadValues(values);
    } catch (DeltaException | RuntimeException e) {
      log.warn(
          "values from {} could not be taken: {}",
          request.endpoint(),
          e.getMessage(),
          e.getCause());
      boolean isTooLarge = e instanceof DeltaException of && of.isTooLarge();
      if (state != null || isTooLarge) { // they came as they were sent, and would again
        untyped.add(operation.name());
      }
      throw e instanceof DeltaException known
          ? known
          : DeltaException.unforeseen("values", (RuntimeException) e);
    }
  }

  private static boolean isUtf8(SoapRequest request) throws SoapException {
    return Utf8Messages.isUtf8(request.bytes(), request.charset());
  }

  /** Sends a request whose sender is unknown: the request may be a base, its answer may not. */
  private static SoapResponse offered(Chain chain, SoapRequest request) throws SoapException {
    SoapResponse response =
        chain.proceed(with(request, LinkField.request(Instance.NO_VERSION, Instance.NO_VERSION)));
    if (isDelta(response)) {
      throw new SoapTransportException(
          "expected a whole message, as no base was named, found a delta", null);
    }
    return response;
  }

  private static SoapRequest with(SoapRequest request, LinkField field) {
    return request.newBuilder().header(LinkField.NAME, field.own().value()).build();
  }

  private static boolean isDelta(SoapResponse response) {
    return AppliedCodings.of(response).isOnly(LinkField.CODING);
  }

  /** Keeps a message that came whole, from a server that will know it. */
  private SoapResponse received(LinkKey key, LinkKey any, SoapResponse response)
      throws SoapException {
    LinkField said = LinkField.of(response);
    if (said == null || said.message() == Instance.NO_VERSION) {
      return response;
    }
    byte[] message = response.bytes();
    counters.full(message.length);
    keep(key, any, Instance.of(message, said.message()));
    return response;
  }

  private Instance applied(SoapRequest request, @Nullable Instance base, byte[] delta)
      throws DeltaException {
    if (base == null) {
      throw new DeltaException("expected a whole message, as no base was named, found a delta");
    }
    return Delta.apply(base, delta, Math.min(maxMessageBytes, request.maxMessageBytes()));
  }

  private void keep(LinkKey key, LinkKey any, Instance instance) {
    instances.put(key, instance);
    instances.put(any, instance);
  }

  /**
   * Asks for a message that came and cannot be read: as values first where it may have been values,
   * whatever it looks like now. The service is not called again: what it did, it has done.
   *
   * @param content as which it came
   * @param coding as which it may have come; null for a delta of XML
   * @throws SoapTransportException if it does not come again
   */
  private SoapResponse fetched(
      Chain chain,
      byte[] content,
      @Nullable TypedCoding coding,
      LinkKey key,
      LinkKey any,
      DeltaException failure)
      throws SoapException {
    SoapRequest request = chain.request();
    long version = Delta.targetVersion(content);
    boolean mayBeValues = coding != null && !untyped.contains(request.operation().name());
    SoapResponse again = mayBeValues ? sentAgain(chain, version, coding) : null;
    if (again != null && coding != null) {
      if (!isValues(again)) {
        return received(key, any, again);
      }
      try {
        return taken(request, again, coding, null, key, any);
      } catch (DeltaException second) {
        failure.addSuppressed(second);
      }
    }
    SoapResponse asXml = sentAgain(chain, version, null);
    if (asXml == null) {
      throw unapplied(request, failure);
    }
    // What the server has as values is no base as XML.
    return coding == null ? received(key, any, asXml) : asXml;
  }

  /** Returns what the server sends in answer to a fetch; null where that is not the message. */
  private @Nullable SoapResponse sentAgain(Chain chain, long version, @Nullable TypedCoding coding)
      throws SoapException {
    if (version < 0) {
      return null;
    }
    SoapRequest request = chain.request();
    byte[] fetch = SenderDigest.fetch(request.bytes());
    LinkField field = LinkField.fetch(version);
    SoapRequest again =
        with(request, coding == null ? field : field.withPlan(coding.plan().fingerprint()))
            .withPayload(Payload.of(fetch, fetch.length));
    SoapResponse response = chain.proceed(again);
    LinkField said = LinkField.of(response);
    boolean isRead = coding != null && isValues(response) || !AppliedCodings.isDelta(response);
    if (response.status() != OK || !isRead || said == null || said.message() != version) {
      return null;
    }
    counters.fetched();
    return response;
  }

  private static SoapTransportException unapplied(SoapRequest request, DeltaException failure)
      throws SoapMessageException {
    return new SoapTransportException(
        "the received response of operation "
            + request.operation()
            + " could not be applied to its base ("
            + failure.getMessage()
            + "), and the server could not send it again",
        failure);
  }

  long keptBytes() {
    return instances.keptBytes() + requests.keptBytes();
  }

  @Override
  public String toString() {
    return "differential link";
  }
}
