package io.castile.delta;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.codec.typed.NotTypedException;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.kept.KeptMessages;
import io.castile.delta.typed.MessageElements;
import io.castile.delta.typed.RequestDelta;
import io.castile.delta.typed.TypedAudit;
import io.castile.delta.typed.TypedCoding;
import io.castile.delta.typed.TypedCodings;
import io.castile.delta.typed.TypedState;
import io.castile.delta.typed.TypedTrials;
import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.envelope.StackReserve;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.OperationModel;
import io.castile.xml.Payload;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's requests as values, to servers that have said by which plan they read those of an
 * operation. Thread-safe.
 */
final class TypedRequests {
  private static final Logger log = LoggerFactory.getLogger(TypedRequests.class);
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;
  private static final int SERVER_ERROR = 500;
  private static final int MAX_PLACES = 4096;

  /** So many requests may be refused one after the other, for whatever reason. */
  private static final int MAX_REFUSALS = 2;

  /** Where requests go. */
  private record Place(String endpoint, QName operation) {
    static Place of(SoapRequest request) throws SoapException {
      return new Place(request.endpoint(), request.operation().name());
    }
  }

  /**
   * A request as it goes.
   *
   * @param base null for all values
   * @param audit the digest of its XML; {@link Instance#NO_VERSION} where it is not checked
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Sending(TypedState state, @Nullable TypedState base, byte[] content, long audit) {}

  private final boolean on;
  private final int minBytes;
  private final int maxBytes;
  private final int audit;
  private final LinkCounters counters;
  private final RequestDeltaInterceptor requestLink;

  /** The last request of each operation that was large enough. */
  private final KeptMessages<LinkKey, TypedState> states;

  /** The operations whose servers read requests by the plan that this end has. */
  private final Cache<Place, TypedTrials> readers;

  /** How many requests were refused last, one after the other. */
  private final Cache<Place, Integer> refusals;

  /**
   * @param requestLink knows what servers read
   */
  TypedRequests(
      DifferentialOptions options, LinkCounters counters, RequestDeltaInterceptor requestLink) {
    this.on = options.typed();
    this.minBytes = options.minRequestBytes();
    this.maxBytes = options.maxMessageBytes();
    this.audit = options.audit();
    this.counters = counters;
    this.requestLink = requestLink;
    this.states = options.newKept();
    Caffeine<Object, Object> places =
        Caffeine.newBuilder().maximumSize(MAX_PLACES).executor(Runnable::run);
    this.readers = places.expireAfterAccess(options.maxIdle()).build();
    this.refusals =
        Caffeine.newBuilder()
            .maximumSize(MAX_PLACES)
            .executor(Runnable::run)
            .expireAfterWrite(options.maxIdle())
            .build();
  }

  /** Whether a request may go as values, as far as it can be told before they are looked at. */
  boolean mayGo(SoapRequest request) throws SoapException {
    if (!on || request.writtenValues() == null || !LinkKey.isFor(request)) {
      return false;
    }
    TypedTrials trials = readers.getIfPresent(Place.of(request));
    return trials != null && trials.isNextTried();
  }

  /**
   * Writes a request that {@link #mayGo}.
   *
   * @return null if it has to go as XML
   */
  @Nullable Sending written(SoapRequest request, LinkKey key) throws SoapException {
    OperationModel operation = Messages.operation(request);
    TypedCoding coding = TypedCodings.of(operation.request());
    Object[] values = request.writtenValues();
    TypedTrials trials = readers.getIfPresent(Place.of(request));
    int number = trials == null ? -1 : trials.next();
    if (coding == null || values == null || trials == null || number < 0) {
      return null;
    }
    TypedState known = states.get(key); // never one with header blocks
    TypedState base = known != null && known.coding() == coding ? known : null;
    try {
      Object element = MessageElements.of(operation.request(), values);
      TypedCoding.Written written =
          coding.write(element, base, requestLink.getsFrames(key.endpoint()));
      if (written.state().size() > maxBytes) {
        return null;
      }
      if (coding.plan().hasHeader() && written.state().size() >= minBytes) {
        throw new NotTypedException("a request with header blocks that is large enough to be kept");
      }
      trials.succeeded();
      long digest = Instance.NO_VERSION;
      if (TypedTrials.isChecked(number, audit)) {
        Object checked = Objects.requireNonNull(element);
        digest = TypedAudit.checkedDigest(operation.request(), checked, written.state());
      }
      return new Sending(written.state(), base, written.content(), digest);
    } catch (DeltaException e) {
      if (trials.drop()) {
        log.warn("requests of {} go as XML from here on: {}", operation, e.getMessage());
      }
      return null;
    } catch (NotTypedException e) {
      log.debug("a request of {} goes as XML: {}", operation, e.getMessage());
    } catch (RuntimeException e) {
      log.debug(
          "a request of {} cannot be written, as it will turn out: {}", operation, e.toString());
    }
    trials.failed();
    return null;
  }

  /**
   * Sends a request as values.
   *
   * @param said what is said with it as XML
   * @return null if the server has not taken it, and so has done nothing
   */
  @Nullable SoapResponse sent(Chain chain, LinkKey key, Sending sending, LinkField said)
      throws SoapException {
    SoapRequest request = chain.request();
    TypedState state = sending.state();
    TypedState base = sending.base();
    long requestBase = base == null ? Instance.NO_VERSION : base.version();
    byte[] content = new RequestDelta(said.base(), requestBase, sending.content()).content();
    LinkField field =
        LinkField.requestDelta()
            .withPlan(said.plan())
            .withRequests(state.coding().plan().fingerprint())
            .withAudit(sending.audit());
    SoapRequest coded =
        request
            .newBuilder()
            .header(LinkField.NAME, field.own().value())
            .header(ContentHeaders.CODING, LinkField.CODING)
            .build()
            .withPayload(Payload.of(content, content.length));
    try {
      SoapResponse response = chain.proceed(coded);
      if (requestLink.isTaken(response)) {
        counters.requestDelta(state.size(), content.length);
        taken(request, key, sending, response);
        return response;
      }
    } catch (SoapTransportException e) {
      if (!RequestDeltaInterceptor.isUnsupported(e)) {
        if (e.status() >= BAD_REQUEST) { // maybe an intermediary lets only XML through
          forget(request, key, base);
          if (e.status() < SERVER_ERROR) {
            count(request, true);
          }
        }
        throw e;
      }
      log.debug("the server takes no values any more: {}", e.getMessage());
    }
    counters.unknownRequestBase();
    forget(request, key, base);
    count(request, true);
    return null;
  }

  private void taken(SoapRequest request, LinkKey key, Sending sending, SoapResponse response)
      throws SoapException {
    TypedState state = sending.state();
    LinkField answered = LinkField.of(response);
    boolean isUnderstood = response.status() == OK || answered != null && answered.deltas();
    if (!isUnderstood) { // maybe of an intermediary: the next request shall be understood
      forget(request, key, sending.base());
      return;
    }
    if (state != sending.base() && state.size() >= minBytes) {
      states.put(key, state);
    }
    count(request, false);
  }

  private void count(SoapRequest request, boolean isRefused) throws SoapException {
    Place place = Place.of(request);
    if (isRefused) {
      StackReserve.require();
      refusals.asMap().merge(place, 1, Integer::sum);
    } else if (refusals.getIfPresent(place) != null) {
      refusals.invalidate(place);
    }
  }

  private void forget(SoapRequest request, LinkKey key, @Nullable TypedState base)
      throws SoapException {
    StackReserve.require();
    states.remove(key, base);
    requestLink.forget(key);
    readers.invalidate(Place.of(request));
  }

  /** Notes what the answer to a request that went as XML says of further ones. */
  void note(SoapRequest request, SoapResponse response) throws SoapException {
    if (!on || response.status() != OK) {
      return;
    }
    LinkField said = LinkField.of(response);
    TypedCoding coding =
        said == null || said.requests() == Instance.NO_VERSION
            ? null
            : TypedCodings.of(Messages.operation(request).request());
    boolean reads =
        said != null && coding != null && coding.plan().fingerprint() == said.requests();
    Place place = Place.of(request);
    if (reads == (readers.getIfPresent(place) != null)) {
      return;
    }
    StackReserve.require();
    Integer refused = refusals.getIfPresent(place);
    if (!reads) {
      readers.invalidate(place);
    } else if (refused == null || refused < MAX_REFUSALS) {
      readers.put(place, new TypedTrials());
    }
  }

  long keptBytes() {
    return states.keptBytes();
  }
}
