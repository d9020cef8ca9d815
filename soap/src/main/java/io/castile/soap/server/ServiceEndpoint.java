package io.castile.soap.server;

import io.castile.codec.CodecMode;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.EnvelopeCodec;
import io.castile.soap.exchange.internal.FaultMapper;
import io.castile.soap.exchange.internal.LeavingMessage;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.MessageBody.Multipart;
import io.castile.soap.exchange.internal.MessageBody.Ready;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.MultipartWriter;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.exchange.internal.RealChain;
import io.castile.soap.exchange.internal.RequestOrigin;
import io.castile.soap.exchange.internal.TransportOrigin;
import io.castile.soap.exchange.internal.UnderstoodBlocks;
import io.castile.soap.flight.CallEvent;
import io.castile.soap.flight.FlightEvents;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.wsdl.WsdlExtension;
import io.castile.xml.Payload;
import io.castile.xml.XmlWriter;
import io.castile.xml.internal.XmlInternals;
import jakarta.xml.ws.Provider;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A service that answers messages through one chain. Independent of the transport that brings them.
 * Thread-safe, if the service and the interceptors are.
 */
public final class ServiceEndpoint implements AutoCloseable {
  private final Object service;
  private final ServiceModel model;
  private final ServiceSettings settings;
  private final EnvelopeCodec codec;
  private final FaultMapper faults;
  private final List<Interceptor> links;
  private final boolean needsBytes; // of requests
  private final boolean takesItems;

  /**
   * @param service the implementation, or a {@link Provider}
   * @param model of the service, as {@link #model} gives it
   * @throws IllegalArgumentException if the settings do not go with the service
   * @throws io.castile.codec.BindingException if a type of the service's messages cannot be bound
   */
  public ServiceEndpoint(Object service, ServiceModel model, ServiceSettings settings) {
    this.service = Objects.requireNonNull(service, "service");
    this.model = model;
    this.settings = settings;
    if (settings.attachments.mtom() && model.hasItems()) {
      throw new IllegalArgumentException(
          "Cannot use MTOM in "
              + ServiceClass.of(service).getName()
              + ", because the items of its Streams cannot be given one by one in a message with"
              + " parts. Disable MTOM, or use lists.");
    }
    model.plan(); // so that publishing a service tells at once what is wrong with it
    this.faults = new FaultMapper(settings.masksFaults);
    this.links =
        Stream.concat(settings.interceptors.stream(), Stream.of(lastLink(service))).toList();
    this.takesItems = model.takesItems();
    this.needsBytes = model.isUntyped() || links.stream().anyMatch(Interceptor::needsBytes);
    this.codec =
        new EnvelopeCodec(
            model,
            settings.limits,
            model.isUntyped() ? ReadTemplateSource.NONE : settings.readTemplates,
            settings.attachments,
            new UnderstoodBlocks(links),
            settings.receiver);
  }

  /**
   * Returns the model of a service's class, whose annotations describe it.
   *
   * @param mode when its codecs are compiled
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

  /** Writes and reads the messages of the service. */
  EnvelopeCodec codec() {
    return codec;
  }

  /** Whether large requests are read while they arrive: no interceptor needs their bytes. */
  boolean readsArriving() {
    return !needsBytes;
  }

  /** Whether there are requests whose items are taken one by one, when the service asks. */
  boolean takesItems() {
    return takesItems;
  }

  /** The most bytes of a package, where other messages may have {@code most}. */
  long maxPackageBytes(long most) {
    return codec.attachments().maxPackageBytes(most);
  }

  /** Whether an interceptor decodes requests with these content codings (RFC 9110 §8.4). */
  boolean decodes(String codings) {
    return links.stream().anyMatch(link -> link.decodes(codings));
  }

  /** What holds for the service beside its class. */
  ServiceSettings settings() {
    return settings;
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

  /** Returns the service's description. */
  public ServiceModel model() {
    return model;
  }

  /**
   * Answers a request, on the calling thread.
   *
   * @param received the message; from here on this endpoint's own
   */
  void serve(ReceivedRequest received, TransportOrigin origin, Reply reply) {
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
    SoapRequest.Builder begun =
        received
            .begin(codec, new ExchangeContext(origin::properties))
            .action(received.type().action())
            .endpoint(origin.address());
    SoapRequest request = Messages.withOrigin(begun, known, origin.principal()).build();
    Exception failure = received.failure();
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

  /** Whether a field Accept names the media type of packages. */
  private static boolean acceptsPackages(@Nullable String accept) {
    return accept != null && accept.toLowerCase(Locale.ROOT).contains(MultipartType.MULTIPART);
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

  private SoapResponse refused(SoapRequest request, Exception failure) {
    return failure instanceof SoapException e
        ? faults.refused(request, e)
        : faults.failed(request, failure);
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

  // ---- responses ----

  private void answer(
      SoapRequest request, SoapResponse response, AtomicBoolean acknowledged, Reply reply) {
    try {
      boolean oneWay = response.operation() != null && response.operation().oneWay();
      if (oneWay || response.isSilent()) {
        request.acknowledge(); // done already, unless an interceptor answered for the service
      }
      if (!acknowledged.get()) {
        send(request, response, reply);
      }
    } catch (SoapMessageException e) {
      throw new AssertionError("a message made here is readable", e);
    } finally {
      response.release();
    }
  }

  /** Writes a response, or has it written while it leaves. */
  private void send(SoapRequest request, SoapResponse response, Reply reply)
      throws SoapMessageException {
    MessageBody body = Messages.body(response);
    if (body instanceof Ready ready) {
      give(response, ready.payload(), null, reply);
      return;
    }
    XmlWriter out = codec.writer().take();
    MultipartWriter parts =
        body instanceof Values && response.sendsAttachments()
            ? new MultipartWriter(response.packing(), codec.attachments())
            : null;
    try {
      boolean mayLeave = parts == null && body instanceof Values && reply.takesLeaving();
      SoapResponse written =
          write(request, response, XmlInternals.withAttachments(out, parts), mayLeave);
      if (written == null) {
        give(response, new LeavingMessage(response), null, reply);
        return;
      }
      if (Messages.body(written) instanceof Multipart multipart) {
        parts = Messages.forms(written).multipart().sent(multipart);
      }
      boolean isPacked = written == response && parts != null && parts.isPackage();
      MultipartWriter packed = isPacked ? parts : null;
      Payload document = Payload.of(out.buffer(), out.size());
      give(
          written,
          packed == null ? document : packed.payload(written.version(), document),
          packed == null ? null : packed.contentType(written.version(), ""),
          reply);
    } finally {
      codec.writer().release(out);
    }
  }

  /**
   * @param contentType what it is if it is a package; null for a document
   */
  private static void give(
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
