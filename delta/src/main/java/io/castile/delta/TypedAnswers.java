package io.castile.delta;

import io.castile.codec.typed.NotTypedException;
import io.castile.delta.ServerDeltaInterceptor.Key;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.kept.Kept;
import io.castile.delta.kept.KeptMessages;
import io.castile.delta.typed.TypedCoding;
import io.castile.delta.typed.TypedCodings;
import io.castile.delta.typed.TypedState;
import io.castile.soap.Headers;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.SoapResponses;
import io.castile.soap.model.Message;
import io.castile.soap.model.Operation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server's answers as values, to clients that read them by the same plan; each is kept to be a
 * base. Thread-safe.
 */
final class TypedAnswers {
  private static final Logger log = LoggerFactory.getLogger(TypedAnswers.class);

  private static final Headers CODED =
      Headers.of(ContentHeaders.CODING, LinkField.CODING, ContentHeaders.VARY, LinkField.NAME);

  /** The values of an answer, and what they are an answer to. */
  private record Answer(TypedState state, Operation operation) implements Kept {
    @Override
    public int size() {
      return state.size();
    }

    @Override
    public long weight() {
      return state.weight();
    }
  }

  private final boolean on;
  private final int maxMessageBytes;
  private final KeptMessages<Key, Answer> states;
  private final LinkCounters counters;

  TypedAnswers(DifferentialOptions options, LinkCounters counters) {
    this.on = options.typed();
    this.maxMessageBytes = options.maxMessageBytes();
    this.states = options.newKept();
    this.counters = counters;
  }

  /** The typed form in which an answer may be sent; null for none. */
  static @Nullable TypedCoding coding(LinkField field, Operation operation) {
    if (field.plan() == Instance.NO_VERSION || operation.oneWay()) {
      return null;
    }
    TypedCoding coding = TypedCodings.of(operation.response());
    return coding == null || coding.plan().fingerprint() != field.plan() ? null : coding;
  }

  /** Returns the answer with its values as content; null if the answer has to go as XML. */
  @Nullable SoapResponse answered(
      SoapRequest request, SoapResponse response, LinkField field, String identity) {
    Operation operation = response.operation();
    TypedCoding coding = !on || operation == null ? null : coding(field, operation);
    Object[] values = coding == null ? null : response.writtenValues();
    if (operation == null || coding == null || values == null || ContentHeaders.isCoded(response)) {
      return null;
    }
    Key baseKey = new Key(SenderIdentity.place(request), identity, field.base());
    Answer known = field.base() == Instance.NO_VERSION ? null : states.get(baseKey);
    if (known == null && field.base() != Instance.NO_VERSION) {
      counters.unknownBase();
    }
    TypedState base = known != null && known.state.coding() == coding ? known.state : null;
    TypedCoding.Written written = written(coding, operation, values, base, field);
    if (written == null || written.state().size() > maxMessageBytes) {
      return null;
    }
    TypedState state = written.state();
    if (state != base) {
      states.put(
          new Key(SenderIdentity.place(request), identity, state.version()),
          new Answer(state, operation));
      states.leave(baseKey);
    }
    if (base == null) {
      counters.whole(state.size(), written.content().length);
    } else {
      counters.delta(state.size(), written.content().length);
    }
    return response.withContent(written.content(), ContentHeaders.beside(response, CODED));
  }

  private static TypedCoding.@Nullable Written written(
      TypedCoding coding,
      Operation operation,
      Object[] values,
      @Nullable TypedState base,
      LinkField field) {
    try {
      Message message = Objects.requireNonNull(operation.response());
      return coding.write(message.body().element(values), base, !field.typed());
    } catch (NotTypedException e) {
      log.debug("an answer of {} goes as XML: {}", operation, e.getMessage());
    } catch (RuntimeException e) {
      log.debug(
          "an answer of {} cannot be written, as it will turn out: {}", operation, e.toString());
    }
    return null;
  }

  /** Sends an answer again, as XML; null if it is not kept. */
  @Nullable SoapResponse fetched(SoapRequest request, Key key) {
    Answer answer = states.get(key);
    if (answer == null) {
      return null;
    }
    try {
      TypedState state = answer.state;
      Message message = Objects.requireNonNull(answer.operation.response());
      Object[] values = message.newValues();
      message.body().take(state.coding().element(state), values);
      return SoapResponses.ofCall(request, answer.operation, values);
    } catch (DeltaException | RuntimeException e) {
      log.debug("an answer that was sent as values cannot be made again: {}", e.toString());
      return null;
    }
  }

  long keptBytes() {
    return states.keptBytes();
  }
}
