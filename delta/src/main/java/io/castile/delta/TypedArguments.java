package io.castile.delta;

import io.castile.delta.ServerDeltaInterceptor.Key;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.kept.KeptMessages;
import io.castile.delta.typed.MessageElements;
import io.castile.delta.typed.RequestDelta;
import io.castile.delta.typed.TypedAudit;
import io.castile.delta.typed.TypedCoding;
import io.castile.delta.typed.TypedCodings;
import io.castile.delta.typed.TypedState;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import java.util.Objects;
import java.util.function.LongFunction;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A server's requests that come as values, by a plan that it has told the client; each is kept to
 * be the base of the next one. Thread-safe.
 */
final class TypedArguments {
  private static final long NONE = Instance.NO_VERSION;

  /** So much may come of any content. */
  private static final long FREE_BYTES = 1 << 20;

  /** How many times its bytes the values of larger content may have, beside those of the base. */
  private static final long RATIO = 1_000;

  private final boolean on;
  private final int minBytes;
  private final int maxBytes;
  private final KeptMessages<Key, TypedState> states;
  private final LinkCounters counters;

  TypedArguments(DifferentialOptions options, LinkCounters counters) {
    this.on = options.typed();
    // The classes of a client may need up to four times the bytes for the same values, and it is
    // the client that decides whether a request is a base.
    this.minBytes = options.minRequestBytes() / 4;
    this.maxBytes = options.maxMessageBytes();
    this.states = options.newKept();
    this.counters = counters;
  }

  /**
   * Whether no code behind the link needs the exact bytes of the client, or other checks of them.
   */
  private boolean takes(Chain chain, SoapRequest request) {
    SoapVersion only = Messages.codec(request).parser().settings().onlyVersion();
    return on
        && request.hasDefaultLimits()
        && (only == null || only == request.announcedVersion())
        && !chain.needsBytes();
  }

  /**
   * The plan by which further requests of an operation may come.
   *
   * @param said with a request that came as XML
   * @param operation null where it is not known
   * @return {@link Instance#NO_VERSION} if they may not come as values
   */
  long plan(Chain chain, SoapRequest request, LinkField said, @Nullable OperationModel operation) {
    if (said.plan() == NONE || operation == null || operation.oneWay() || !takes(chain, request)) {
      return NONE;
    }
    TypedCoding coding = TypedCodings.of(operation.request());
    return coding == null ? NONE : coding.plan().fingerprint();
  }

  /**
   * Returns a request with the arguments whose values have come.
   *
   * @param said with it; null for nothing
   * @param keys by the version of a request of the same sender
   * @throws DeltaException if they cannot be read here; nothing has been done then
   */
  SoapRequest read(
      Chain chain,
      SoapRequest request,
      RequestDelta received,
      @Nullable LinkField said,
      LongFunction<Key> keys)
      throws DeltaException {
    long plan = said == null ? NONE : said.requests();
    OperationModel operation =
        plan == NONE || !takes(chain, request) ? null : operation(request, plan);
    TypedCoding coding =
        operation == null || operation.oneWay() ? null : TypedCodings.of(operation.request());
    if (operation == null || coding == null || coding.plan().fingerprint() != plan) {
      throw new DeltaException("expected values of a plan that is read here, found another one");
    }
    Key baseKey = keys.apply(received.requestBase());
    TypedState base = received.requestBase() == NONE ? null : states.get(baseKey);
    if (received.requestBase() != NONE && (base == null || base.coding() != coding)) {
      throw new DeltaException("expected values beside those that are kept, found others");
    }
    long most = FREE_BYTES + RATIO * received.size() + (base == null ? 0 : base.size());
    most = Math.min(most, Math.min(maxBytes, request.maxMessageBytes()));
    TypedState state = coding.read(received.delta(), base, most, false);
    SoapRequest read = read(request, operation, state, said == null ? NONE : said.audit());
    // A base with header blocks would give them to any sender that finds its version.
    if (state != base && state.size() >= minBytes && !coding.plan().hasHeader()) {
      states.put(keys.apply(state.version()), state);
      states.leave(baseKey);
    }
    counters.requestDelta(state.size(), received.size());
    return read;
  }

  private static @Nullable OperationModel operation(SoapRequest request, long plan) {
    QName element = TypedCodings.requestElement(Messages.codec(request).model(), plan);
    return element == null
        ? null
        : Messages.codec(request).model().dispatch(element, request.action());
  }

  /**
   * Returns a request with its arguments.
   *
   * @param audit the digest of the XML that the client has not sent
   */
  private static SoapRequest read(
      SoapRequest request, OperationModel operation, TypedState state, long audit)
      throws DeltaException {
    try {
      Message message = operation.request();
      Object element = state.coding().element(state);
      TypedAudit.check(message, element, audit);
      Object[] values = MessageElements.values(message, element);
      return request.newBuilder().readArguments(operation, values).build();
    } catch (RuntimeException e) {
      throw new DeltaException(
          "expected values that its classes take: " + Objects.toString(e.getMessage()), e);
    }
  }

  long keptBytes() {
    return states.keptBytes();
  }
}
