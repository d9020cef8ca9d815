package io.castile.delta;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.codec.typed.NotTypedException;
import io.castile.delta.ServerDeltaInterceptor.Key;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.kept.Kept;
import io.castile.delta.kept.KeptMessages;
import io.castile.delta.typed.MessageElements;
import io.castile.delta.typed.TypedAudit;
import io.castile.delta.typed.TypedCoding;
import io.castile.delta.typed.TypedCodings;
import io.castile.delta.typed.TypedNames;
import io.castile.delta.typed.TypedState;
import io.castile.delta.typed.TypedTrials;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.exchange.CacheStatus;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.Responses;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
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
  private record Answer(TypedState state, OperationModel operation) implements Kept {
    @Override
    public int size() {
      return state.size();
    }

    @Override
    public long weight() {
      return state.weight();
    }
  }

  /**
   * An answer that goes as values.
   *
   * @param whole all of them, where a farm keeps them
   */
  private record Leaving(TypedState state, byte[] content, byte @Nullable [] whole) {}

  private final boolean on;
  private final int maxMessageBytes;
  private final boolean compressed;
  private final int audit;
  private final KeptMessages<Key, Answer> states;
  private final LinkCounters counters;

  /** The answers of the server's farm; names are random where there is none. */
  private final AnswerBases farm;

  private final @Nullable TypedNames names;

  /** The trials by the typed form, of which there is one for each operation. */
  private final Cache<TypedCoding, TypedTrials> trials =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  /** The values of messages that a response cache keeps, by the message itself. */
  private final Cache<byte[], TypedState> ofCached;

  TypedAnswers(DifferentialOptions options, AnswerBases farm, LinkCounters counters) {
    this.on = options.typed();
    this.maxMessageBytes = options.maxMessageBytes();
    this.compressed = options.compressed();
    this.audit = options.audit();
    this.states = options.newKept();
    this.farm = farm;
    this.names = options.hasSecret() ? new TypedNames(options.secret()) : null;
    this.counters = counters;
    this.ofCached =
        Caffeine.newBuilder()
            .weakKeys()
            .maximumWeight(options.maxBytes())
            .<byte[], TypedState>weigher(
                (message, state) -> (int) Math.min(state.weight(), Integer.MAX_VALUE))
            .executor(Runnable::run)
            .build();
  }

  /** The typed form in which an answer may be sent; null for none. */
  private @Nullable TypedCoding coding(LinkField field, OperationModel operation) {
    if (!on || field.plan() == Instance.NO_VERSION || operation.oneWay()) {
      return null;
    }
    TypedCoding coding = TypedCodings.of(operation.response());
    return coding == null || coding.plan().fingerprint() != field.plan() ? null : coding;
  }

  private TypedTrials trials(TypedCoding coding) {
    return trials.get(coding, added -> new TypedTrials());
  }

  /** Whether the next answer is tried as values, so that there is no use in writing it before. */
  boolean isTried(LinkField field, OperationModel operation) {
    TypedCoding coding = coding(field, operation);
    return coding != null && trials(coding).isNextTried();
  }

  /** Returns the answer with its values as content; null if the answer has to go as XML. */
  @Nullable SoapResponse answered(
      SoapRequest request, SoapResponse response, LinkField field, String identity) {
    OperationModel operation = Messages.operation(response);
    TypedCoding coding = operation == null ? null : coding(field, operation);
    if (operation == null || coding == null || ContentHeaders.isCoded(response)) {
      return null;
    }
    Key baseKey = new Key(SenderIdentity.place(request), identity, field.base());
    Object[] values = response.writtenValues();
    if (values == null) {
      return ofCache(request, response, coding, operation, baseKey, field);
    }
    TypedTrials tried = trials(coding);
    int number = tried.next();
    if (number < 0) {
      return null;
    }
    TypedState base = base(baseKey, operation, coding);
    Object element = element(operation, values);
    Leaving leaving = element == null ? null : leaving(coding, element, base, field);
    if (element == null || leaving == null || leaving.state().size() > maxMessageBytes) {
      tried.failed();
      return null;
    }
    tried.succeeded();
    LinkField said = null;
    if (TypedTrials.isChecked(number, audit)) {
      said = audited(operation, element, leaving.state(), tried);
      if (said == null) {
        return null;
      }
    }
    keep(leaving, base, baseKey, operation);
    return sent(response, leaving.state(), leaving.content(), base, said);
  }

  private SoapResponse sent(
      SoapResponse response,
      TypedState state,
      byte[] content,
      @Nullable TypedState base,
      @Nullable LinkField said) {
    if (base == null) {
      counters.whole(state.size(), content.length);
    } else {
      counters.delta(state.size(), content.length);
    }
    Headers fields = said == null ? CODED : CODED.with(LinkField.NAME, said.own().value());
    return response.withContent(content, ContentHeaders.beside(response, fields));
  }

  // ---- bases ----

  private @Nullable TypedState base(Key key, OperationModel operation, TypedCoding coding) {
    if (key.version() == Instance.NO_VERSION) {
      return null;
    }
    Answer known = states.get(key);
    if (known == null) {
      TypedState found = ofFarm(key, coding);
      if (found == null) {
        counters.unknownBase();
        return null;
      }
      states.put(key, new Answer(found, operation));
      return found;
    }
    return known.state.coding() == coding ? known.state : null;
  }

  private @Nullable TypedState ofFarm(Key key, TypedCoding coding) {
    byte[] content = names == null ? null : farm.contentOfFarm(key);
    if (content == null || names == null) {
      return null;
    }
    try {
      return coding.readNamed(content, key.version(), names, maxMessageBytes);
    } catch (DeltaException e) {
      log.debug("the farm has no values under a name: {}", e.getMessage());
      return null;
    }
  }

  private void keep(
      Leaving leaving, @Nullable TypedState base, Key baseKey, OperationModel operation) {
    TypedState state = leaving.state();
    if (state == base) {
      return;
    }
    Key key = new Key(baseKey.endpoint(), baseKey.identity(), state.version());
    states.put(key, new Answer(state, operation));
    states.leave(baseKey);
    if (leaving.whole() != null) {
      farm.putIntoFarm(key, leaving.whole());
    }
  }

  // ---- from values ----

  private boolean hasFrames(LinkField field) {
    return compressed && !field.typed();
  }

  private static @Nullable Object element(OperationModel operation, Object[] values) {
    try {
      return MessageElements.of(Objects.requireNonNull(operation.response()), values);
    } catch (RuntimeException e) {
      log.debug(
          "an answer of {} cannot be written, as it will turn out: {}", operation, e.toString());
      return null;
    }
  }

  private @Nullable Leaving leaving(
      TypedCoding coding, Object element, @Nullable TypedState base, LinkField field) {
    try {
      boolean hasFrames = hasFrames(field);
      if (names == null) {
        TypedCoding.Written written = coding.write(element, base, hasFrames);
        return new Leaving(written.state(), written.content(), null);
      }
      TypedCoding.Written named = coding.named(element, names);
      TypedState state = named.state();
      TypedState known = base != null && base.version() == state.version() ? base : state;
      return new Leaving(known, coding.content(known, base, hasFrames), named.content());
    } catch (NotTypedException e) {
      log.debug("an answer goes as XML: {}", e.getMessage());
    } catch (RuntimeException e) {
      log.debug("an answer cannot be written, as it will turn out: {}", e.toString());
    }
    return null;
  }

  /**
   * Returns the digest for a response whose values were checked; null where it has to go as XML.
   */
  private static @Nullable LinkField audited(
      OperationModel operation, Object element, TypedState state, TypedTrials tried) {
    String found;
    try {
      Message message = Objects.requireNonNull(operation.response());
      long digest = TypedAudit.checkedDigest(message, element, state);
      return LinkField.kept(Instance.NO_VERSION).withAudit(digest);
    } catch (DeltaException | RuntimeException e) {
      found = e.getMessage();
    }
    if (tried.drop()) {
      log.warn("answers of {} go as XML from here on: {}", operation, found);
    }
    return null;
  }

  // ---- from a response cache ----

  /**
   * Returns an answer that a response cache gave as XML; null if it has to go so. Its values are
   * read once for each message that the cache keeps.
   */
  private @Nullable SoapResponse ofCache(
      SoapRequest request,
      SoapResponse response,
      TypedCoding coding,
      OperationModel operation,
      Key baseKey,
      LinkField field) {
    CacheStatus status = request.exchange().cacheStatus();
    if (!(Messages.body(response) instanceof MessageBody.Bytes message)
        || status == CacheStatus.NONE
        || status == CacheStatus.PASSED
        || !trials(coding).isNextTried()) {
      return null;
    }
    try {
      TypedState state = ofCached.getIfPresent(message.bytes());
      if (state == null || state.coding() != coding) {
        if (response.fault() != null || !response.soapHeaders().isEmpty()) {
          return null;
        }
        Object element = element(operation, response.values());
        state = element == null ? null : written(coding, element).state();
        if (state == null || state.size() > maxMessageBytes) {
          return null;
        }
        ofCached.put(message.bytes(), state);
      }
      TypedState base = base(baseKey, operation, coding);
      byte[] content = coding.content(state, base, hasFrames(field));
      TypedState left =
          base != null && TypedCoding.version(content) == base.version() ? base : state;
      byte[] whole = names == null || left == base ? null : coding.whole(state, false);
      keep(new Leaving(left, content, whole), base, baseKey, operation);
      return sent(response, state, content, base, null);
    } catch (NotTypedException | SoapException | RuntimeException e) {
      log.debug("a cached answer of {} goes as XML: {}", operation, e.toString());
      return null;
    }
  }

  private TypedCoding.Written written(TypedCoding coding, Object element) throws NotTypedException {
    return names == null ? coding.write(element, null, false) : coding.named(element, names);
  }

  // ---- once more ----

  /**
   * Sends an answer again: as values to a client that names their plan, and else as XML; null if it
   * is not kept.
   */
  @Nullable SoapResponse fetched(SoapRequest request, Key key, LinkField field) {
    Answer answer = states.get(key);
    if (answer == null) {
      return ofFarm(request, key, field.plan());
    }
    try {
      TypedState state = answer.state;
      if (state.coding().plan().fingerprint() == field.plan()) {
        byte[] content = state.coding().whole(state, hasFrames(field));
        return Responses.ofMessage(request, content, CODED);
      }
      Message message = Objects.requireNonNull(answer.operation.response());
      Object[] values = MessageElements.values(message, state.coding().element(state));
      return Responses.ofCall(request, answer.operation, values);
    } catch (DeltaException | NotTypedException | RuntimeException e) {
      log.debug("an answer that was sent as values cannot be made again: {}", e.toString());
      return null;
    }
  }

  /** Sends values that another server of the farm has made; null for none. */
  private @Nullable SoapResponse ofFarm(SoapRequest request, Key key, long plan) {
    if (names == null || plan == Instance.NO_VERSION) {
      return null;
    }
    byte[] content = farm.contentOfFarm(key);
    return content != null && names.isNamed(content, key.version(), plan)
        ? Responses.ofMessage(request, content, CODED)
        : null;
  }

  long keptBytes() {
    return states.keptBytes();
  }
}
