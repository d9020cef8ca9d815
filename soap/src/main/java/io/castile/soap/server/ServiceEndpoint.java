package io.castile.soap.server;

import io.castile.soap.exchange.internal.Messages;
import io.castile.codec.CodecMode;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.Leniency;
import io.castile.soap.exchange.internal.ArrivedMessage;
import io.castile.soap.exchange.internal.ArrivingItems;
import io.castile.soap.exchange.internal.EnvelopeCodec;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.internal.FaultInterceptor;
import io.castile.soap.exchange.internal.FaultMapper;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.internal.LeavingMessage;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.MessageBody.Bytes;
import io.castile.soap.exchange.internal.MessageBody.Multipart;
import io.castile.soap.exchange.internal.MessageBody.Ready;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.exchange.internal.MultipartWriter;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.exchange.internal.RealChain;
import io.castile.soap.exchange.internal.RequestOrigin;
import io.castile.soap.exchange.internal.SaajFaults;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.internal.SoapRequests;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.TransportOrigin;
import io.castile.soap.exchange.internal.UnderstoodBlocks;
import io.castile.soap.flight.CallEvent;
import io.castile.soap.flight.FlightEvents;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.PortDescription;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.soap.wsdl.WsdlExtension;
import io.castile.xml.Payload;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlWindow;
import io.castile.xml.XmlWriter;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A service that answers messages through one chain. Independent of the transport that brings them.
 * Thread-safe, if the service and the interceptors are.
 */
public final class ServiceEndpoint implements AutoCloseable {
  /** What a request passes. */
  @FunctionalInterface
  public interface Links {
    /**
     * Returns the whole chain, in the order in which a request passes it.
     *
     * @param service the last link, which calls the service
     */
    List<Interceptor> of(ServiceModel model, Interceptor service);
  }

  private final Object service;
  private final ServiceModel model;
  private final EnvelopeCodec codec;
  private final FaultMapper faults = new FaultMapper();
  private final List<Interceptor> links;
  private final boolean needsBytes; // of requests
  private final boolean takesItems;
  private volatile @Nullable RequestDecoder decoder; // null for none
  private volatile @Nullable AnswerEncoder encoder; // null for none

  /**
   * @param service the implementation, or a {@link Provider}; its annotations describe it
   * @param limits bounds of the messages that are read
   * @param interceptors the application's links, in the order in which a request passes them
   * @param mode when its codecs are compiled
   * @throws IllegalArgumentException if {@code service} is no web service
   */
  public ServiceEndpoint(
      Object service, XmlLimits limits, List<Interceptor> interceptors, CodecMode mode) {
    this(
        service,
        limits,
        (model, last) -> with(interceptors, last),
        mode,
        ReadTemplateSource.NONE,
        AttachmentOptions.DEFAULT);
  }

  /** As below, with nothing said outside of the service's classes. */
  public ServiceEndpoint(
      Object service,
      XmlLimits limits,
      Links chain,
      CodecMode mode,
      ReadTemplateSource memories,
      AttachmentOptions attachments) {
    this(
        service,
        PortDescription.NONE,
        limits,
        chain,
        mode,
        memories,
        attachments.annotated(ServiceClass.of(service)));
  }

  /**
   * As above.
   *
   * @param port what is said of it outside of the service's classes
   * @param chain gives the whole chain
   * @param memories what is remembered of requests
   * @param attachments what is borne with, and whether responses leave in parts
   */
  public ServiceEndpoint(
      Object service,
      PortDescription port,
      XmlLimits limits,
      Links chain,
      CodecMode mode,
      ReadTemplateSource memories,
      AttachmentOptions attachments) {
    this.service = Objects.requireNonNull(service, "service");
    this.model = model(ServiceClass.of(service), mode).described(port);
    if (attachments.mtom() && model.hasItems()) {
      throw new IllegalArgumentException(
          ServiceClass.of(service).getName()
              + " has MTOM and operations with a Stream; expected one of both, as the items of a"
              + " message with parts are not given one by one");
    }
    model.plan(); // so that publishing a service tells at once what is wrong with it
    this.links = List.copyOf(chain.of(model, lastLink(service)));
    this.takesItems = model.takesItems();
    this.needsBytes = model.isUntyped() || anyNeedsBytes(links);
    this.codec =
        new EnvelopeCodec(
            model,
            limits,
            model.isUntyped() ? ReadTemplateSource.NONE : memories,
            attachments,
            new UnderstoodBlocks(links));
  }

  /**
   * The model of a service's class.
   *
   * @throws IllegalArgumentException if it is that of no web service
   */
  public static ServiceModel model(Class<?> service, CodecMode mode) {
    return Provider.class.isAssignableFrom(service)
        ? ServiceModel.ofProvider(service)
        : ServiceModel.ofImplementation(service, mode);
  }

  private Interceptor lastLink(Object service) {
    return service instanceof Provider<?> provider
        ? new ProviderInterceptor(model, provider, faults)
        : new ServiceInterceptor(model, service, faults);
  }

  private static boolean anyNeedsBytes(List<Interceptor> links) {
    for (Interceptor link : links) {
      if (link.needsBytes()) {
        return true;
      }
    }
    return false;
  }

  private static List<Interceptor> with(List<Interceptor> interceptors, Interceptor service) {
    List<Interceptor> links = new ArrayList<>(interceptors);
    links.add(service);
    return links;
  }

  /**
   * Whether requests with these content codings (RFC 9110 §8.4) are let in: the first link decodes
   * them.
   */
  boolean decodes(String codings) {
    return links.get(0).decodes(codings);
  }

  /**
   * Sets what takes content codings off requests before they are read; by default nothing does.
   *
   * @param decoder null for nothing
   */
  public void setRequestDecoder(@Nullable RequestDecoder decoder) {
    this.decoder = decoder;
  }

  /**
   * Sets what puts content codings on answers, faults and descriptions where they leave by HTTP; by
   * default nothing does.
   *
   * @param encoder null for nothing
   */
  public void setAnswerEncoder(@Nullable AnswerEncoder encoder) {
    this.encoder = encoder;
  }

  /** What puts content codings on answers; null for nothing. */
  @Nullable AnswerEncoder answerEncoder() {
    return encoder;
  }

  /** What takes content codings off requests; null for nothing. */
  @Nullable RequestDecoder requestDecoder() {
    return decoder;
  }

  /** What takes these content codings off requests; null for nothing. */
  @Nullable RequestDecoder requestDecoder(String codings) {
    RequestDecoder known = codings.isEmpty() ? null : decoder;
    return known != null && known.decodes(codings) ? known : null;
  }

  /** What the links say in the service's WSDL. */
  List<WsdlExtension> wsdlExtensions() {
    return links.stream()
        .filter(WsdlExtension.class::isInstance)
        .map(WsdlExtension.class::cast)
        .toList();
  }

  /**
   * Calls the service's methods with {@code PostConstruct}. To be called once, before requests.
   *
   * @throws IllegalStateException if one fails
   */
  public void start() {
    ServiceLifecycle.postConstruct(service);
  }

  /**
   * Calls the service's methods with {@code PreDestroy}. To be called once, after {@link #start}
   * and when no request is being served any more.
   *
   * @throws IllegalStateException if one fails
   */
  @Override
  public void close() {
    ServiceLifecycle.preDestroy(service);
  }

  /**
   * Sets whether callers are told nothing of exceptions that no operation declares, neither class
   * nor text, but a number by which these are found in the log. To be called before requests come.
   */
  public void setFaultsMasked(boolean masked) {
    faults.setMasked(masked);
    for (Interceptor link : links) {
      if (link instanceof FaultInterceptor inner) {
        inner.setMasked(masked);
      }
    }
  }

  /** Sets whether requests are refused that have elements or attributes nothing is made of. */
  public void setStrict(boolean strict) {
    codec.setStrict(strict);
  }

  /** Sets what is borne with in messages; {@link Leniency#DEFAULT} unless set. */
  public void setLeniency(Leniency leniency) {
    codec.setLeniency(leniency);
  }

  /**
   * Sets the roles in which the service acts, beside that of the last receiver and the next one:
   * blocks for them which must be understood have to be.
   *
   * @param roles actors in SOAP 1.1
   * @throws IllegalArgumentException if one of them is the role in which no node may act
   */
  public void setRoles(Set<String> roles) {
    codec.setRoles(roles);
  }

  /** Returns the service's description. */
  public ServiceModel model() {
    return model;
  }

  /** Takes the answer to a message. */
  interface Reply {
    /** Whether large messages may be taken while they are written, as their size is not needed. */
    default boolean takesLeaving() {
      return false;
    }

    /** There will be no message: the request is one-way and has been accepted. */
    void accepted();

    /**
     * Takes the message that answers.
     *
     * @param fault whether the message is a fault; {@code sender} whether it blames the sender
     * @param headers headers of the transport beside the usual ones
     * @param content the message; not to be kept after the call
     */
    void message(
        SoapVersion version, boolean fault, boolean sender, Headers headers, Payload content);
  }

  /**
   * Answers one message, on the calling thread.
   *
   * @param message the message; from here on this endpoint's own
   * @param type what the transport says of the message
   * @param coded whether the message has a content coding
   */
  void serve(byte[] message, RequestType type, boolean coded, TransportOrigin origin, Reply reply) {
    MultipartType packageType = type.packageType();
    if (packageType == null) {
      serve(new Bytes(message, type.charset()), type, origin, reply);
    } else if (coded) {
      serve(Multipart.coded(packageType, message), type, origin, reply);
    } else {
      serve(codec.receive(message, packageType), type, origin, reply);
    }
  }

  /** As above, a message with parts that has been received. */
  void serve(ReceivedMultipart message, RequestType type, TransportOrigin origin, Reply reply) {
    MultipartType packageType = Objects.requireNonNull(type.packageType());
    serve(Multipart.of(packageType, message), type, origin, reply);
  }

  /** The most bytes of a message that is read, or of a package. */
  long maxBytes(boolean isPackage) {
    int most = codec.maxMessageBytes();
    return isPackage ? maxPackageBytes(most) : most;
  }

  /** The most bytes of a package, where other messages may have {@code most}. */
  long maxPackageBytes(long most) {
    return codec.attachments().maxPackageBytes(most);
  }

  /**
   * Receives a message with parts.
   *
   * @param content without content coding, bounded in bytes and time
   * @throws IOException what {@code content} throws
   */
  ReceivedMultipart receive(InputStream content, MultipartType type) throws IOException {
    return codec.receive(content, type);
  }

  /** Whether large requests are read while they arrive: no link needs their bytes. */
  boolean readsArriving() {
    return !needsBytes;
  }

  /** Whether there are requests whose items are taken one by one, when the service asks. */
  boolean takesItems() {
    return takesItems;
  }

  /**
   * Reads a request while it arrives.
   *
   * @throws UncheckedIOException if the stream fails
   */
  ArrivedMessage read(XmlWindow arriving, RequestType type) {
    return ArrivedMessage.request(codec, arriving, type.charset(), type.action());
  }

  /** As above, a message that was read while it arrived. */
  void serve(ArrivedMessage message, RequestType type, TransportOrigin origin, Reply reply) {
    ExchangeContext context = new ExchangeContext(origin::properties);
    SoapRequest.Builder request = SoapRequests.arrived(codec, message, type.version(), context);
    ArrivingItems items = message.items();
    if (items == null) {
      serve(request, message.failure(), type, origin, reply);
      return;
    }
    SoapVersion version = type.version();
    items.set(
        e ->
            e instanceof SoapMessageException wrong
                ? SaajFaults.toException(wrong.fault(), version)
                : new WebServiceException("the request did not arrive: " + e.getMessage(), e),
        () -> {});
    try (items) {
      serve(request, null, type, origin, reply);
    }
  }

  private void serve(MessageBody message, RequestType type, TransportOrigin origin, Reply reply) {
    ExchangeContext context = new ExchangeContext(origin::properties);
    ReceivedMultipart came = message instanceof Multipart parts ? parts.received() : null;
    if (came != null) {
      context.received(came::close);
    }
    SoapRequest.Builder request = SoapRequests.ofBody(codec, message, type.version(), context);
    serve(request, null, type, origin, reply);
  }

  /**
   * @param failure why the request could not be read; null where it was, or is still to be
   */
  private void serve(
      SoapRequest.Builder builder,
      @Nullable Exception failure,
      RequestType type,
      TransportOrigin origin,
      Reply reply) {
    AtomicBoolean acknowledged = new AtomicBoolean();
    Runnable acknowledgement =
        () -> {
          if (acknowledged.compareAndSet(false, true)) {
            reply.accepted();
          }
        };
    boolean acceptsMtom =
        codec.attachments().mtom() && acceptsPackages(origin.headers().get("accept"));
    RequestOrigin known = new RequestOrigin(origin, acceptsMtom, acknowledgement);
    SoapRequest request =
        Messages.withOrigin(
                builder.action(type.action()).endpoint(origin.address()),
                known,
                origin.principal())
            .build();
    CallEvent event = FlightEvents.call();
    SoapResponse response = null;
    try {
      response = failure == null ? respond(request) : refused(request, failure);
      answer(request, response, acknowledged, reply);
    } finally {
      request.exchange().end();
      if (event != null) {
        record(event, request, response);
      }
    }
  }

  /**
   * @param response null where there is none
   */
  private void record(CallEvent event, SoapRequest request, @Nullable SoapResponse response) {
    OperationModel operation = response == null ? null : Messages.operation(response);
    event.record(
        CallEvent.Side.SERVER,
        model.portTypeName().getLocalPart(),
        operation == null ? null : operation.name().getLocalPart(),
        ErrorText.address(request.endpoint()),
        outcome(response),
        request.exchange().cacheStatus().label());
  }

  private static CallEvent.Outcome outcome(@Nullable SoapResponse response) {
    try {
      return response == null
          ? CallEvent.Outcome.FAILURE
          : response.fault() == null ? CallEvent.Outcome.RESPONSE : CallEvent.Outcome.FAULT;
    } catch (SoapMessageException e) {
      throw new AssertionError("a message made here is readable", e);
    }
  }

  private SoapResponse refused(SoapRequest request, Exception failure) {
    return failure instanceof SoapException e
        ? faults.refused(request, e)
        : faults.failed(request, failure);
  }

  private void answer(
      SoapRequest request, SoapResponse response, AtomicBoolean acknowledged, Reply reply) {
    try {
      boolean oneWay = response.operation() != null && response.operation().oneWay();
      if (oneWay || response.isSilent()) {
        request.acknowledge(); // done already, unless an interceptor answered for the service
      }
      if (!acknowledged.get()) {
        answer(request, response, reply);
      }
    } catch (SoapMessageException e) {
      throw new AssertionError("a message made here is readable", e);
    } finally {
      response.release();
    }
  }

  /** Whether a field Accept names the media type of packages. */
  private static boolean acceptsPackages(@Nullable String accept) {
    return accept != null && accept.toLowerCase(Locale.ROOT).contains(MultipartType.MULTIPART);
  }

  private void answer(SoapRequest request, SoapResponse response, Reply reply)
      throws SoapMessageException {
    MessageBody body = Messages.body(response);
    if (body instanceof Ready ready) {
      answer(response, ready.payload(), null, reply);
      return;
    }
    XmlWriter out = codec.writer();
    MultipartWriter parts =
        body instanceof Values && response.sendsAttachments()
            ? new MultipartWriter(response.packing(), codec.attachments())
            : null;
    try {
      boolean mayLeave = parts == null && body instanceof Values && reply.takesLeaving();
      SoapResponse written = write(request, response, out.withAttachments(parts), mayLeave);
      if (written == null) {
        answer(response, new LeavingMessage(response), null, reply);
        return;
      }
      if (Messages.body(written) instanceof Multipart multipart) {
        parts = Messages.forms(written).sentPackage(multipart);
      }
      boolean isPacked = written == response && parts != null && parts.isPackage();
      MultipartWriter packed = isPacked ? parts : null;
      Payload document = Payload.of(out.buffer(), out.size());
      answer(
          written,
          packed == null ? document : packed.payload(written.version(), document),
          packed == null ? null : packed.contentType(written.version(), ""),
          reply);
    } finally {
      codec.release(out);
    }
  }

  /**
   * @param contentType what it is if it is a package; null for a document
   */
  private static void answer(
      SoapResponse response, Payload content, @Nullable String contentType, Reply reply)
      throws SoapMessageException {
    SoapFault fault = response.fault();
    Headers headers =
        response.status() == 0 ? response.headers() : Headers.NONE; // not those of another server
    if (contentType != null) {
      headers = headers.with("Content-Type", contentType);
    }
    reply.message(
        response.version(),
        fault != null,
        fault != null && fault.is(SoapFault.Code.SENDER),
        headers,
        content);
  }

  private SoapResponse respond(SoapRequest request) {
    try {
      return RealChain.run(links, request);
    } catch (SoapException e) {
      return faults.refused(request, e);
    } catch (RuntimeException e) {
      return faults.failed(request, e);
    }
  }

  /**
   * Writes the response, or where it cannot be written, a fault that says so.
   *
   * @param mayLeave whether a large response may be written while it leaves
   * @return what has been written; null where that is to be
   */
  private @Nullable SoapResponse write(
      SoapRequest request, SoapResponse response, XmlWriter out, boolean mayLeave)
      throws SoapMessageException {
    SoapResponse failed;
    try {
      if (mayLeave) {
        return response.writeUnlessLarge(out) ? response : null;
      }
      response.writeTo(out);
      return response;
    } catch (SoapMessageException e) {
      failed = faults.failed(request, e);
    } catch (RuntimeException e) {
      failed = faults.failed(request, e);
    }
    failed = failed.withSoapHeaders(response.faultHeaders());
    out.reset();
    failed.writeTo(out);
    return failed;
  }
}
