package io.castile.delta;

import io.castile.delta.format.Delta;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.format.MessageNames;
import io.castile.delta.kept.KeptMessages;
import io.castile.delta.typed.RequestDelta;
import io.castile.delta.typed.TypedCoding;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.SoapResponses;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.OperationModel;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's end: sends the difference to the base that the client names, if it is here, and
 * keeps each answer to be a base. One copy of a message serves all clients of one identity,
 * whatever version they hold. Thread-safe.
 */
final class ServerDeltaInterceptor implements Interceptor {
  private static final Logger log = LoggerFactory.getLogger(ServerDeltaInterceptor.class);

  private static final Headers DELTA =
      Headers.of(ContentHeaders.CODING, LinkField.CODING, ContentHeaders.VARY, LinkField.NAME);

  /** Names a message; senders with different identities never see the same one. */
  record Key(String endpoint, String identity, long version) {}

  private final boolean shared;
  private final boolean compressed;
  private final Set<String> credentials;
  private final MessageNames names;
  private final int maxMessageBytes;
  private final int minRequestBytes;
  private final Encoder encoder;
  private final AnswerBases instances;
  private final KeptMessages<Key, Instance> requests;
  private final LinkCounters counters;
  private final CodingServer codings;
  private final FormServer forms;
  private final TypedAnswers typed;
  private final TypedArguments arguments;

  ServerDeltaInterceptor(DifferentialOptions options, Encoder encoder, LinkCounters counters) {
    this.encoder = encoder;
    this.shared = options.shared();
    this.compressed = options.compressed();
    this.credentials = options.credentials();
    this.names = new MessageNames(options.secret());
    this.maxMessageBytes = options.maxMessageBytes();
    this.minRequestBytes = options.minRequestBytes();
    this.instances = new AnswerBases(options, names);
    this.requests = options.newKept();
    this.counters = counters;
    this.codings = new CodingServer(options);
    this.forms = new FormServer(options, counters);
    this.typed = new TypedAnswers(options, instances, counters);
    this.arguments = new TypedArguments(options, counters);
  }

  @Override
  public boolean decodes(String coding) {
    return AppliedCodings.of(coding).isOnly(LinkField.CODING);
  }

  @Override
  public boolean needsBytes() {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    if (Messages.body(chain.request()) instanceof MessageBody.Multipart) {
      return chain.proceed(chain.request());
    }
    return BlockServer.answered(chain, this::linked);
  }

  private SoapResponse linked(Chain chain, SoapRequest request) throws SoapException {
    if (isDelta(request)) {
      return decoded(chain, request);
    }
    LinkField field = LinkField.of(request.headers().get(LinkField.RECEIVED_NAME));
    return field == null
        ? codings.answered(chain, request)
        : offered(chain, request, field, answered(chain, request, field));
  }

  /** Whether a request is a delta, or values, even where the coding was lost on the way. */
  static boolean isDelta(SoapRequest request) throws SoapMessageException {
    String coding = request.headers().get("content-encoding");
    if (coding != null) {
      return AppliedCodings.of(coding).isOnly(LinkField.CODING);
    }
    LinkField field = LinkField.of(request.headers().get(LinkField.RECEIVED_NAME));
    return field != null && field.deltas() && isDelta(request.bytes());
  }

  /** Says beside an answer to XML that further requests may come as values. */
  private SoapResponse offered(
      Chain chain, SoapRequest request, LinkField field, SoapResponse response) {
    LinkField said = LinkField.of(response.headers().get(LinkField.NAME));
    boolean isOfLink =
        said != null || LinkField.CODING.equals(response.headers().get(ContentHeaders.CODING));
    long plan =
        isOfLink
            ? arguments.plan(chain, request, field, Messages.operation(response))
            : Instance.NO_VERSION;
    if (plan == Instance.NO_VERSION) {
      return response;
    }
    LinkField own = said == null ? LinkField.kept(Instance.NO_VERSION).own() : said;
    return response.withHeaders(Headers.of(LinkField.NAME, own.withRequests(plan).value()));
  }

  /** Versions are random, so that a delta may begin as a document. */
  private static boolean isDelta(byte[] content) {
    return !beginsAsDocument(content) || RequestDelta.isUndamaged(content);
  }

  /** Whether content begins with a tag or a declaration, or with a byte order mark of UTF-16. */
  private static boolean beginsAsDocument(byte[] content) {
    int at = 0;
    while (at < content.length && content[at] <= ' ' && content[at] > 0) {
      at++;
    }
    if (content.length - at < 2) {
      return false;
    }
    int first = content[at] & 0xff;
    int second = content[at + 1] & 0xff;
    boolean isMark = first >= 0xFE && second >= 0xFE;
    return isMark
        || first == 0xEF && second == 0xBB
        || first == '<' && (second == '?' || second == '!' || Character.isLetter(second));
  }

  /** Answers a request that came as a delta. */
  private SoapResponse decoded(Chain chain, SoapRequest request) throws SoapException {
    LinkField said = LinkField.of(request.headers().get(LinkField.RECEIVED_NAME));
    RequestDelta received;
    Instance message = null;
    SoapRequest whole;
    try {
      received = RequestDelta.of(request.bytes());
      if (TypedCoding.isBegunBy(received.delta())) {
        whole =
            arguments.read(chain, request, received, said, version -> requestKey(request, version));
      } else {
        message = applied(request, received);
        whole = request.newBuilder().message(message.bytes()).build();
      }
    } catch (DeltaException e) {
      counters.unknownRequestBase();
      log.debug(
          "a request that came as a delta is asked for again: {}", e.getMessage(), e.getCause());
      SoapFault fault =
          SoapFault.of(SoapFault.Code.RECEIVER, "the delta of a request: " + e.getMessage());
      return SoapResponses.ofFault(request, fault).withHeaders(headers(LinkField.unknownBase()));
    }
    // From here on nothing may say that the request is to be sent again.
    LinkField field =
        LinkField.request(
                message == null ? Instance.NO_VERSION : message.version(), received.base())
            .withPlan(said == null ? Instance.NO_VERSION : said.plan())
            .withTyped(said != null && said.typed());
    SoapResponse response = answered(chain, whole, field);
    response = message == null ? response : offered(chain, whole, field, response);
    return isFault(response) ? response.withHeaders(understood()) : response;
  }

  /** Makes the message of the delta of a request. */
  private Instance applied(SoapRequest request, RequestDelta received) throws DeltaException {
    Key baseKey = requestKey(request, received.requestBase());
    Instance base = requests.get(baseKey);
    if (base == null) {
      throw new DeltaException("expected the delta of a request that is kept, found another one");
    }
    int most = Math.min(maxMessageBytes, request.maxMessageBytes());
    Instance message = Delta.apply(base, received.delta(), most);
    requests.leave(baseKey);
    counters.requestDelta(message.bytes().length, received.size());
    return message;
  }

  private static boolean isFault(SoapResponse response) {
    if (response.headers().has(LinkField.NAME) || response.headers().has(ContentHeaders.CODING)) {
      return false;
    }
    try {
      return response.fault() != null;
    } catch (SoapMessageException | RuntimeException e) {
      return true; // what cannot be read is none for the client either
    }
  }

  /** Returns the field beside a fault for a delta: the client would send it whole otherwise. */
  static Headers understood() {
    return Headers.of(LinkField.NAME, LinkField.kept(Instance.NO_VERSION).own().value());
  }

  private Key requestKey(SoapRequest request, long version) {
    String sender = shared ? "" : SenderIdentity.beforeMessage(request, credentials);
    return new Key(SenderIdentity.place(request), sender, version);
  }

  private static Headers headers(LinkField field) {
    return Headers.of(LinkField.NAME, field.own().value(), ContentHeaders.VARY, LinkField.NAME);
  }

  private SoapResponse answered(Chain chain, SoapRequest request, LinkField field)
      throws SoapException {
    String identity = shared ? "" : SenderIdentity.of(request, credentials);
    if (identity == null && (field.fetched() != Instance.NO_VERSION || !isKept(request, field))) {
      return chain.proceed(request);
    }
    if (identity != null && field.fetched() != Instance.NO_VERSION) {
      Key key = new Key(SenderIdentity.place(request), identity, field.fetched());
      return fetched(request, key, field);
    }
    if (isKept(request, field)) {
      Key key = requestKey(request, field.message());
      requests.put(key, Instance.of(request.bytes(), field.message()));
    }
    SoapResponse response = chain.proceed(request);
    SoapResponse ofValues =
        identity == null ? null : typed.answered(request, response, field, identity);
    if (ofValues != null) {
      return ofValues;
    }
    byte[] message = CodingRule.message(response);
    if (message == null) {
      return response;
    }
    if (identity == null || message.length > maxMessageBytes) { // it is not kept, and has no name
      counters.full(message.length);
      Headers unnamed = headers(LinkField.kept(Instance.NO_VERSION));
      return response.withContent(message, ContentHeaders.beside(response, unnamed));
    }
    return sent(request, field, identity, response, Instance.named(message, names));
  }

  /** Whether the answer to a request may go as values, so that none should write it before. */
  boolean isTyped(LinkField field, OperationModel operation) {
    return typed.isTried(field, operation);
  }

  /** Whether the client names a request that may be a base. */
  private boolean isKept(SoapRequest request, LinkField field) throws SoapMessageException {
    return field.message() != Instance.NO_VERSION && request.bytes().length >= minRequestBytes;
  }

  private SoapResponse sent(
      SoapRequest request,
      LinkField field,
      String identity,
      SoapResponse response,
      Instance target) {
    SoapResponse inForm = forms.sent(request, identity, response, target);
    if (inForm != null) {
      instances.put(new Key(SenderIdentity.place(request), identity, target.version()), target);
      return inForm;
    }
    byte[] message = target.bytes();
    Key baseKey = new Key(SenderIdentity.place(request), identity, field.base());
    Instance base = null;
    if (field.base() != Instance.NO_VERSION) {
      base = instances.get(baseKey);
      if (base == null) {
        counters.unknownBase();
      }
    }
    byte[] delta =
        base == null ? null : encoder.deltaIfAny(base, target, compressed && !field.typed());
    if (base == null || base.version() != target.version()) {
      instances.put(new Key(SenderIdentity.place(request), identity, target.version()), target);
      instances.leave(baseKey);
    }
    if (delta == null) {
      counters.full(message.length);
      Headers kept = headers(LinkField.kept(target.version()));
      return response.withContent(message, ContentHeaders.beside(response, kept));
    }
    counters.delta(message.length, delta.length);
    return response.withContent(delta, ContentHeaders.beside(response, DELTA));
  }

  /** Sends a message again, for which no service is called. */
  private SoapResponse fetched(SoapRequest request, Key key, LinkField field) throws SoapException {
    SoapResponse ofValues = typed.fetched(request, key, field);
    if (ofValues != null) {
      counters.fetched();
      return ofValues.withHeaders(headers(LinkField.kept(key.version())));
    }
    Instance instance = instances.get(key);
    if (instance == null) {
      return SoapResponses.ofFault(
          request,
          SoapFault.of(
              SoapFault.Code.RECEIVER,
              "the message that was to be sent again is not kept any more"));
    }
    counters.fetched();
    return SoapResponses.ofMessage(
        request, instance.bytes(), headers(LinkField.kept(instance.version())));
  }

  long keptBytes() {
    return instances.keptBytes()
        + requests.keptBytes()
        + codings.keptBytes()
        + forms.keptBytes()
        + typed.keptBytes()
        + arguments.keptBytes();
  }

  @Override
  public String toString() {
    return "differential link";
  }
}
