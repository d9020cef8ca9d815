package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.CacheCall;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.OriginReply;
import io.castile.cache.representation.EventSequence;
import io.castile.cache.representation.Snapshots;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.Parameter;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.jspecify.annotations.Nullable;

/**
 * A call of a client as the cache sees it. Owned by the thread that makes the call; a detached one
 * has an exchange of its own, made when it asks.
 */
final class ClientCall implements CacheCall<ClientAnswer, Exception> {
  /** In the request context of calls that are made for the cache itself. */
  static final String UNCACHED = ClientCall.class.getName() + ".uncached";

  /** What no action begins with. */
  private static final String OWN_MESSAGE = "\nmessage of CXF\n";

  private final CachedOperation cachedOperation;
  private final Object[] arguments; // holders as they are
  private final Object @Nullable [] callersHolders; // null for none but those
  private final String endpoint;
  private final SoapVersion version;
  private final @Nullable String target;
  private final @Nullable ConduitFacts byConduit; // null for none
  private final @Nullable RequestAttributes facts; // null if they cannot be read
  private final String noFacts;
  private final @Nullable ClientExchange exchange; // null for a detached call
  private final Client client;
  private final BindingOperationInfo info;
  private final @Nullable AsyncWrappers wrappers; // null for none
  private final Map<String, Object> requestContext;
  private final long ownMessageBytes;
  private boolean asked;

  /** The message with which the origin was asked last; null where a detached call has not asked. */
  private @Nullable Message sent;

  /**
   * @param ownMessageBytes up to how many bytes the response's message, or its events, are kept as
   *     they came
   */
  ClientCall(
      CachedOperation cachedOperation,
      Message message,
      Object[] arguments,
      OutChain toCome,
      long ownMessageBytes) {
    this.cachedOperation = cachedOperation;
    this.arguments = arguments;
    this.callersHolders = null;
    this.endpoint = endpoint(message);
    this.version =
        ((SoapMessage) message).getVersion() instanceof Soap12
            ? SoapVersion.SOAP_1_2
            : SoapVersion.SOAP_1_1;
    this.ownMessageBytes = ClientFacts.hasHandlers(message) ? 0 : ownMessageBytes;
    this.target = target(message, cachedOperation, this.ownMessageBytes > 0);
    this.sent = message;
    ConduitFacts conduit = null;
    RequestAttributes read = null;
    String failure = "";
    try {
      conduit = ClientFacts.byConduit(message);
      read = ClientFacts.of(message, toCome, conduit);
    } catch (RuntimeException e) { // an UnfitException, or whatever a conduit does
      failure = e.toString();
    }
    this.byConduit = conduit;
    this.facts = read;
    this.noFacts = failure;
    this.exchange = new ClientExchange(message);
    this.client = message.getExchange().get(Client.class);
    this.info = message.getExchange().getBindingOperationInfo(); // not what it will be later
    this.wrappers = AsyncWrappers.of(message.getExchange());
    this.requestContext = ClientExchange.requestContext(message);
  }

  /**
   * The same call with other arguments.
   *
   * @param exchange null for a detached call
   * @param holders the caller's arguments, whose holders get what those here get; null for none
   */
  private ClientCall(
      ClientCall call,
      Object[] arguments,
      @Nullable ClientExchange exchange,
      Object @Nullable [] holders) {
    this.cachedOperation = call.cachedOperation;
    this.arguments = arguments;
    this.callersHolders = holders;
    this.endpoint = call.endpoint;
    this.version = call.version;
    this.target = call.target;
    this.ownMessageBytes = call.ownMessageBytes;
    this.byConduit = call.byConduit;
    this.facts = call.facts;
    this.noFacts = call.noFacts;
    this.exchange = exchange;
    this.info = call.info;
    this.wrappers = exchange == null ? null : call.wrappers;
    this.client = call.client;
    this.requestContext =
        exchange == null ? new HashMap<>(call.requestContext) : call.requestContext;
    this.sent = exchange == null ? null : call.sent;
  }

  /** Where a message will go, as far as that is known. */
  static String endpoint(Message message) {
    String address = (String) message.get(Message.ENDPOINT_ADDRESS);
    if (address == null) {
      address = message.getExchange().getEndpoint().getEndpointInfo().getAddress();
    }
    return address == null ? "" : address;
  }

  /**
   * Returns what tells a call from ordinary calls of its operation; null for an ordinary one. A
   * call with another action than its operation's own may be another call. A call whose answer is
   * kept as CXF's own message is another one: other stacks that share the cache could not read that
   * answer.
   */
  private static @Nullable String target(
      Message message, CachedOperation cachedOperation, boolean byOwnMessage) {
    Object action = message.get(BindingProvider.SOAPACTION_URI_PROPERTY);
    boolean isOwn = action == null || action.equals(cachedOperation.operation().action());
    if (byOwnMessage) {
      return isOwn ? OWN_MESSAGE : OWN_MESSAGE + action;
    }
    return isOwn || action == null ? null : action.toString();
  }

  /**
   * A call that is made for the cache, in place of another.
   *
   * @param conditional header fields that it has and the other has not
   */
  record Anew(ClientCall call, Headers conditional) {
    /**
     * Prepares the call before its request is written.
     *
     * @throws Fault if the call would have another caller now: the port may have been changed
     */
    void begin(Message message, OutChain toCome) {
      if (!ClientFacts.of(message, toCome, ClientFacts.byConduit(message)).equals(call.facts)) {
        throw new Fault(
            new IllegalStateException(
                "Cannot continue the call, because the port was changed meanwhile."));
      }
      ResponseBytes.want(message.getExchange(), call.ownMessageBytes);
      NotModified.expect(message.getExchange(), !conditional.isEmpty());
      ClientExchange.addFields(message, conditional);
    }
  }

  // ---- the request ----

  @Override
  public CachedOperation cachedOperation() {
    return cachedOperation;
  }

  @Override
  public String endpoint() {
    return endpoint;
  }

  @Override
  public SoapVersion version() {
    return version;
  }

  @Override
  public Object[] arguments() {
    return cachedOperation.operation().requestValues(arguments);
  }

  @Override
  public @Nullable String target() {
    return target;
  }

  @Override
  public RequestAttributes facts() {
    if (facts == null) {
      throw new NotCacheableException(noFacts);
    }
    return facts;
  }

  /** A call with copies of the arguments, in the context of this one. */
  @Override
  public CacheCall<ClientAnswer, Exception> detached() {
    Object[] copies = Snapshots.of(cachedOperation.parameters(), arguments());
    return new ClientCall(this, cachedOperation.operation().arguments(copies), null, null);
  }

  /** The copies are in CXF's message from here on. */
  @Override
  public ClientCall snapshot() {
    Object[] values = arguments();
    Object[] copies = Snapshots.of(cachedOperation.parameters(), values);
    boolean hasHolders = Arrays.stream(arguments).anyMatch(Holder.class::isInstance);
    if (copies == values && !hasHolders) {
      return this;
    }
    @SuppressWarnings("unchecked") // the list of parts, which takes any
    List<Object> contents = Objects.requireNonNull(sent, "sent").getContent(List.class);
    Object[] own = arguments.clone();
    for (Parameter parameter : cachedOperation.parameters()) {
      int slot = parameter.slot();
      if (contents == null || contents.get(slot) != arguments[slot]) {
        throw new NotCacheableException("the arguments are no parts of the message any more");
      }
      own[slot] = arguments[slot] instanceof Holder ? new Holder<>(copies[slot]) : copies[slot];
    }
    for (Parameter parameter : cachedOperation.parameters()) {
      contents.set(parameter.slot(), own[parameter.slot()]);
    }
    return new ClientCall(this, own, exchange, arguments);
  }

  /** Hands what came to the holders of the caller, where those of a snapshot stand for them. */
  private void fillHolders() {
    for (int i = 0; callersHolders != null && i < arguments.length; i++) {
      if (callersHolders[i] instanceof Holder<?> holder && holder != arguments[i]) {
        fill(holder, ((Holder<?>) arguments[i]).value);
      }
    }
  }

  @SuppressWarnings("unchecked") // both are of the parameter's type
  private static <T> void fill(Holder<T> holder, @Nullable Object value) {
    holder.value = (T) value;
  }

  // ---- the answer ----

  /** Runs the rest of the chain. It runs only once, so asking a second time makes a new call. */
  @Override
  public ClientAnswer ask(Headers conditional) throws Exception {
    if (exchange == null || asked) {
      return askAnew(conditional);
    }
    asked = true;
    wantMessage();
    exchange.makeConditional(conditional);
    exchange.run();
    int status = exchange.status();
    if (status == NotModified.STATUS && !conditional.isEmpty()) {
      OriginReply reply =
          new OriginReply(OriginReply.Kind.NOT_MODIFIED, status, exchange.responseFields());
      return new ClientAnswer.Come(reply, null, null, true);
    }
    if (exchange.failure() != null) {
      throw exchange.failure();
    }
    fillHolders();
    return come();
  }

  /** Said before the request is sent. */
  void wantMessage() {
    own().wantMessage(ownMessageBytes);
  }

  /** Returns the response to the call's own exchange. */
  ClientAnswer come() {
    ClientExchange own = own();
    OriginReply reply =
        new OriginReply(OriginReply.Kind.RESPONSE, own.status(), own.responseFields());
    return new ClientAnswer.Come(reply, contents(own), own.receivedMessage(), true);
  }

  /** The call's own exchange, of which a detached call, which has none, is not asked. */
  private ClientExchange own() {
    return Objects.requireNonNull(exchange, "exchange");
  }

  /** Null for none. */
  private @Nullable List<?> contents(ClientExchange own) {
    List<?> contents = own.responseContents();
    if (wrappers == null || contents == null) {
      return contents;
    }
    try {
      return wrappers.unwrapped(contents);
    } catch (NotCacheableException e) {
      return null;
    }
  }

  private ClientAnswer askAnew(Headers conditional) throws Exception {
    Map<String, Object> request = new HashMap<>(requestContext);
    request.put(UNCACHED, new Anew(this, conditional));
    Map<String, Object> context = new HashMap<>();
    context.put(Client.REQUEST_CONTEXT, request);
    context.put(Client.RESPONSE_CONTEXT, new HashMap<String, Object>());
    Exchange own = new ExchangeImpl();
    Object[] contents = null;
    Exception failure = null;
    try {
      contents = client.invoke(info, arguments, context, own);
    } catch (Exception e) {
      failure = e;
    }
    sent = own.getOutMessage();
    int status = ClientExchange.status(own);
    Headers fields = ClientExchange.responseFields(own);
    if (status == NotModified.STATUS && !conditional.isEmpty()) {
      OriginReply reply = new OriginReply(OriginReply.Kind.NOT_MODIFIED, status, fields);
      return new ClientAnswer.Come(reply, null, null, false);
    }
    if (failure != null) {
      if (exchange != null) {
        exchange.fail(failure);
      }
      throw failure;
    }
    fillHolders();
    return new ClientAnswer.Come(
        new OriginReply(OriginReply.Kind.RESPONSE, status, fields),
        contents == null ? null : Arrays.asList(contents),
        ClientExchange.receivedMessage(own),
        false);
  }

  /** Whether CXF knows of a failure by itself. */
  boolean isKnown(Exception failure) {
    return failure == own().failure();
  }

  @Override
  public OriginReply reply(ClientAnswer answer) {
    return answer instanceof ClientAnswer.Come come ? come.reply() : OriginReply.RESPONSE;
  }

  @Override
  public @Nullable OriginReply reply(Throwable thrown) {
    return CallFailures.reply(thrown, cachedOperation.operation().method());
  }

  private void checkConduit() {
    if (sent != null && !Objects.equals(ClientFacts.byConduit(sent), byConduit)) {
      throw new NotCacheableException("the conduit was changed while the call was under way");
    }
  }

  @Override
  public Object[] values(ClientAnswer answer) {
    checkConduit();
    return answer instanceof ClientAnswer.Come come
        ? Values.ofResponse(cachedOperation.operation(), come.contents())
        : ((ClientAnswer.Kept) answer).values();
  }

  @Override
  public boolean hasOwnMessage(ClientAnswer answer) {
    return answer instanceof ClientAnswer.Come come && come.message() != null;
  }

  @Override
  public byte[] message(ClientAnswer answer) {
    checkConduit();
    return Objects.requireNonNull(((ClientAnswer.Come) answer).message(), "message");
  }

  @Override
  public ClientAnswer ofMessage(byte[] message) {
    Message request = Objects.requireNonNull(sent, "sent");
    return new ClientAnswer.Kept(
        MessageReplay.values(client, request, info, cachedOperation.operation(), message));
  }

  @Override
  public EventSequence events(ClientAnswer answer) {
    byte[] message = message(answer);
    Message request = Objects.requireNonNull(sent, "sent");
    checkNotValidated(request);
    return MessageReplay.events(request, message);
  }

  @Override
  public ClientAnswer ofEvents(EventSequence events) {
    Message request = Objects.requireNonNull(sent, "sent");
    checkNotValidated(request);
    return new ClientAnswer.Kept(
        MessageReplay.values(client, request, info, cachedOperation.operation(), events.play()));
  }

  private static void checkNotValidated(Message request) {
    if (MessageReplay.isValidated(request)) {
      throw new NotCacheableException(
          "the call validates responses, which takes a message and not events");
    }
  }

  @Override
  public ClientAnswer ofValues(Object[] values) {
    return new ClientAnswer.Kept(values);
  }

  /**
   * Puts values where CXF looks for those of a response.
   *
   * @throws NotCacheableException if they do not fit there; then nothing has been changed
   */
  void deliver(Object[] values) {
    MessageContentsList contents =
        Values.toResponse(cachedOperation.operation(), values, arguments);
    own().deliver(wrappers == null ? contents : wrappers.wrapped(contents));
  }
}
