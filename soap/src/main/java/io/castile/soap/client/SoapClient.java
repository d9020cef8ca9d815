package io.castile.soap.client;

import io.castile.codec.BindingException;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapFaultReceivedException;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.DeclaredFault;
import io.castile.soap.exchange.internal.EnvelopeCodec;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.exchange.internal.RealChain;
import io.castile.soap.exchange.internal.SaajFaults;
import io.castile.soap.exchange.internal.UnderstoodBlocks;
import io.castile.soap.flight.CallEvent;
import io.castile.soap.flight.FlightEvents;
import io.castile.soap.http.CallOptions;
import io.castile.soap.http.Credentials;
import io.castile.soap.http.Transport;
import io.castile.soap.http.message.CallDeadline;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.multipart.AttachmentData;
import io.castile.xml.Attachment;
import io.castile.xml.XmlLimits;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * Calls the operations of a service through one chain. Thread-safe. Applications have it as a port,
 * made by {@code io.castile.Castile.client}.
 */
public final class SoapClient implements AutoCloseable {
  private final ServiceModel model;
  private final EnvelopeCodec codec;
  private final ReadTemplateSource readTemplates;
  private final Transport transport;
  private final List<Interceptor> links;
  private final List<Interceptor> plainLinks;
  private final Set<String> retrySafe;

  /** Whether handlers may be set, which may ask for all that options can ask for. */
  private volatile boolean hasHandlers = true;

  private final VersionMismatchLog otherVersions = new VersionMismatchLog();

  /**
   * @param model the service
   * @param limits bounds of the messages that are read
   * @param interceptors the application's links, in the order in which a call passes them
   * @param transport the last link; closed with this client
   */
  public SoapClient(
      ServiceModel model, XmlLimits limits, List<Interceptor> interceptors, Transport transport) {
    this(
        model,
        limits,
        ClientLinks.of(with(interceptors, transportLink(transport))),
        transport,
        ReadTemplateSource.NONE,
        AttachmentOptions.DEFAULT,
        Set.of(),
        ReceiverSettings.DEFAULT);
  }

  /**
   * Constructs a client with the whole chain.
   *
   * @param links the chains of calls
   * @param transport closed with this client
   * @param readTemplates what is remembered of responses; closed with this client
   * @param attachments how binary data leaves, and what is borne with in responses
   * @param retrySafe local names of the operations for which the service may be called twice
   * @param receiver how responses are read
   */
  public SoapClient(
      ServiceModel model,
      XmlLimits limits,
      ClientLinks links,
      Transport transport,
      ReadTemplateSource readTemplates,
      AttachmentOptions attachments,
      Set<String> retrySafe,
      ReceiverSettings receiver) {
    this.model = Objects.requireNonNull(model, "model");
    this.transport = Objects.requireNonNull(transport, "transport");
    this.readTemplates = readTemplates;
    this.links = links.all();
    this.plainLinks = links.plain();
    this.codec =
        new EnvelopeCodec(
            model, limits, readTemplates, attachments, new UnderstoodBlocks(this.links), receiver);
    this.retrySafe = Set.copyOf(retrySafe);
  }

  /** Returns the last link of a client's chain, which sends the message. */
  public static Interceptor transportLink(Transport transport) {
    return new TransportInterceptor(Objects.requireNonNull(transport, "transport"));
  }

  private static List<Interceptor> with(List<Interceptor> interceptors, Interceptor last) {
    List<Interceptor> links = new ArrayList<>(interceptors);
    links.add(last);
    return links;
  }

  /** Returns the service. */
  public ServiceModel model() {
    return model;
  }

  /**
   * Sets the roles in which this client acts, beside that of the last receiver and the next one:
   * blocks for them which must be understood have to be.
   *
   * @param roles actors in SOAP 1.1
   * @throws IllegalArgumentException if one of them is the role in which no node may act
   */
  public void setRoles(Set<String> roles) {
    codec.parser().setRoles(roles);
  }

  /** Returns the roles that {@link #setRoles} has set. */
  public Set<String> roles() {
    return codec.parser().settings().roles();
  }

  /** Whether binary data leaves in parts of its own. */
  public boolean sendsMtom() {
    return codec.attachments().mtom();
  }

  /** Sets whether binary data leaves in parts of its own, of calls that begin from now on. */
  public void setMtom(boolean on) {
    AttachmentOptions options = codec.attachments();
    codec.setAttachments(
        on
            ? options.toBuilder().mtom(true).thresholdBytes(options.thresholdBytes()).build()
            : options.toBuilder().mtom(false).build());
  }

  /**
   * Sets whether the client has handlers, for calls that begin from now on; true until set. Without
   * them a plain call passes the interceptors of {@link ClientLinks#plain} alone.
   */
  public void setHasHandlers(boolean hasHandlers) {
    this.hasHandlers = hasHandlers;
  }

  /** Whether the client has handlers. */
  public boolean hasHandlers() {
    return hasHandlers;
  }

  /**
   * The options of a call beside its arguments.
   *
   * @param endpoint the address
   * @param version the version of SOAP to speak
   * @param action the SOAPAction in place of the operation's own; null for that
   * @param headers additional header fields
   * @param call what holds for this call and not for the transport
   * @param credentials for links that prove the caller's identity in header blocks; null for none
   * @param properties what handlers and interceptors find in {@link SoapRequest#context}
   * @param isPlain whether neither credentials nor properties ask for an interceptor that does
   *     nothing for other calls
   */
  public record Options(
      String endpoint,
      SoapVersion version,
      @Nullable String action,
      Headers headers,
      CallOptions call,
      @Nullable Credentials credentials,
      Map<String, Object> properties,
      boolean isPlain) {
    public Options {
      Objects.requireNonNull(properties, "properties");
    }

    /** Options for a call for which nothing holds but what the transport says. */
    public Options(String endpoint, SoapVersion version, @Nullable String action, Headers headers) {
      this(endpoint, version, action, headers, CallOptions.DEFAULT, null, Map.of(), false);
    }

    /** Returns these options with more header fields, which replace those of the same names. */
    public Options withHeaders(Headers more) {
      return new Options(
          endpoint, version, action, headers.with(more), call, credentials, properties, isPlain);
    }
  }

  /**
   * Calls an operation as its method would be called.
   *
   * @param arguments the arguments as the method takes them; holders are set; null for none
   * @param observer told of the response before it is read, for its status and headers, and if it
   *     has parts to which it does not refer, again when that is known, with the parts among its
   *     properties
   * @return the result; null for a void method
   * @throws Throwable what the method may throw: its declared exceptions, made of faults that carry
   *     them; {@code SOAPFaultException} for other faults; {@code WebServiceException} with a
   *     {@link SoapException} as its cause for everything else, or {@link BindingException} if the
   *     operation cannot be bound
   */
  public @Nullable Object call(
      OperationModel operation,
      Object @Nullable [] arguments,
      Options options,
      Consumer<SoapResponse> observer)
      throws Throwable {
    Object[] given = arguments == null ? new Object[0] : arguments;
    try {
      SoapRequest request;
      try {
        request = request(operation, given, options);
      } catch (BindingException e) {
        throw failed(operation, e, "");
      }
      return exchange(links(options), request, operation, observer, given);
    } finally {
      closeItems(given);
    }
  }

  /** Closes the items among arguments: they have been written, and closed so, or never will be. */
  private static void closeItems(Object[] arguments) {
    for (Object argument : arguments) {
      if (argument instanceof BaseStream<?, ?> items) {
        items.close();
      }
    }
  }

  /**
   * Sends a message, and returns the response, which is no fault.
   *
   * @param operation that of the message
   * @param message in UTF-8; this client's own from here on
   * @param parts beside the message, by their Content-IDs without brackets
   * @param observer as for {@link #call}
   * @throws Throwable as {@link #call} does
   */
  public SoapResponse send(
      OperationModel operation,
      byte[] message,
      Map<String, Attachment> parts,
      Options options,
      Consumer<SoapResponse> observer)
      throws Throwable {
    SoapRequest.Builder request =
        Messages.ofBody(
                codec,
                new MessageBody.Bytes(message, null),
                options.version(),
                new ExchangeContext(options.properties()))
            .message(message, operation, parts);
    Object response =
        exchange(
            links(options),
            build(request.action(operation.action()), options, options.call()),
            operation,
            observer,
            null);
    return (SoapResponse) Objects.requireNonNull(response);
  }

  private List<Interceptor> links(Options options) {
    return options.isPlain() && !hasHandlers ? plainLinks : links;
  }

  /**
   * @param chain the interceptors that the call passes
   * @param arguments whose holders are set; null if the response is wanted as it is
   * @return the result, or the response
   */
  private @Nullable Object exchange(
      List<Interceptor> chain,
      SoapRequest request,
      OperationModel operation,
      Consumer<SoapResponse> observer,
      Object @Nullable [] arguments)
      throws Throwable {
    if (arguments == null) {
      request.exchange().needBytes();
    }
    CallEvent event = FlightEvents.call();
    CallEvent.Outcome outcome = CallEvent.Outcome.FAILURE;
    SoapResponse response = null;
    CallDeadline deadline = null;
    try {
      response = RealChain.run(chain, request);
      deadline = Messages.deadline(response);
      observer.accept(response);
      SoapFault fault = response.fault();
      if (fault == null) {
        checkStatus(request, operation, response);
        Object taken =
            arguments == null ? response : operation.deliver(response.values(), arguments);
        if (Messages.forms(response).hasParts()) {
          tellOfLooseParts(response, observer);
        }
        if (deadline != null && deadline.hasPassed()) {
          throw deadline.failure(null);
        }
        if (response.version() != request.version()) {
          otherVersions.tell(operation, request.version(), response.version());
        }
        request.exchange().deliver();
        outcome = CallEvent.Outcome.RESPONSE;
        return taken;
      }
      outcome = CallEvent.Outcome.FAULT;
      Throwable declared = DeclaredFault.exception(response, fault);
      throw declared != null ? declared : SaajFaults.toException(fault, response.version());
    } catch (SoapFaultReceivedException e) {
      // Thrown by an interceptor that asked a response for its value.
      outcome = CallEvent.Outcome.FAULT;
      SoapResponse received = e.response();
      Throwable declared = DeclaredFault.exception(received, e.fault());
      throw declared != null ? declared : SaajFaults.toException(e.fault(), received.version());
    } catch (SoapMessageException e) {
      if (deadline != null && deadline.hasPassed()) {
        throw failed(operation, deadline.failure(e), "");
      }
      throw failed(operation, e, UnexpectedAnswer.text(response, request));
    } catch (SoapException | BindingException e) {
      throw failed(operation, e, "");
    } finally {
      request.exchange().end();
      if (event != null) {
        record(event, request, operation, outcome);
      }
    }
  }

  private void record(
      CallEvent event, SoapRequest request, OperationModel operation, CallEvent.Outcome outcome) {
    event.record(
        CallEvent.Side.CLIENT,
        model.portTypeName().getLocalPart(),
        operation.name().getLocalPart(),
        ErrorText.address(request.endpoint()),
        outcome,
        request.exchange().cacheStatus().label());
  }

  /**
   * An answer with a status that says that the call has failed is a fault (SOAP 1.1 §6.2; Basic
   * Profile 1.1 R1111, R1126; SOAP 1.2 part 2 §7.5.1), whatever its message says beside.
   */
  private static void checkStatus(
      SoapRequest request, OperationModel operation, SoapResponse response)
      throws SoapTransportException {
    if (response.status() >= 400) {
      throw new SoapTransportException(
          "expected a fault, or status 200, in the answer of operation "
              + operation
              + " from "
              + ErrorText.address(request.endpoint())
              + ", found status "
              + response.status()
              + " with a message that is no fault",
          response.status(),
          response.headers(),
          null);
    }
  }

  /**
   * Puts the parts to which nothing of the message refers into the response context of the
   * application.
   */
  private static void tellOfLooseParts(SoapResponse response, Consumer<SoapResponse> observer)
      throws SoapMessageException {
    Map<String, Attachment> loose = response.looseParts();
    if (!loose.isEmpty()) {
      Map<String, Object> properties = new HashMap<>(response.properties());
      properties.put(
          MessageContext.INBOUND_MESSAGE_ATTACHMENTS,
          AttachmentData.handlers(AttachmentData.retained(loose)));
      observer.accept(response.withProperties(properties));
    }
  }

  private static WebServiceException failed(
      OperationModel operation, Exception cause, String more) {
    return new WebServiceException(
        "operation " + operation.name().getLocalPart() + ": " + cause.getMessage() + more, cause);
  }

  private SoapRequest request(OperationModel operation, Object[] arguments, Options options) {
    CallOptions call = isRetrySafe(operation) ? options.call().withRetrySafe(true) : options.call();
    return build(
        Messages.ofArguments(
            codec,
            operation,
            operation.requestValues(arguments),
            options.version(),
            new ExchangeContext(options.properties())),
        options,
        call);
  }

  private static SoapRequest build(SoapRequest.Builder builder, Options options, CallOptions call) {
    builder
        .endpoint(options.endpoint())
        .credentials(options.credentials())
        .headers(options.headers())
        .callOptions(call);
    if (options.action() != null) {
      builder.action(options.action());
    }
    return builder.build();
  }

  private boolean isRetrySafe(OperationModel operation) {
    return retrySafe.contains(operation.name().getLocalPart());
  }

  @Override
  public void close() {
    transport.close();
    readTemplates.close();
  }
}
