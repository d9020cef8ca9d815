package io.castile.soap.exchange;

import io.castile.soap.Headers;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.MessageBody.Bytes;
import io.castile.soap.exchange.internal.MessageBody.Multipart;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.exchange.internal.MessageForms;
import io.castile.soap.exchange.internal.RequestOrigin;
import io.castile.soap.http.CallOptions;
import io.castile.soap.http.Credentials;
import io.castile.soap.internal.HttpSyntax;
import io.castile.soap.mime.AttachmentMode;
import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.OperationModel;
import io.castile.xml.Attachment;
import io.castile.xml.Payload;
import jakarta.xml.ws.handler.MessageContext;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A request on its way: endpoint, operation, and the arguments of a call or a message. */
public final class SoapRequest extends SoapMessage {
  private final String endpoint;
  private final String action;
  private final @Nullable Headers headers; // null for those with which the request came
  final @Nullable RequestOrigin origin; // null in a client
  private final CallOptions callOptions;
  private final @Nullable Credentials credentials; // of a client; null for none
  private final @Nullable Principal principal; // of a server; null where it is not known
  private final boolean hasRoles; // the principal is the transport's, which knows its roles
  private final ExchangeContext context; // shared by all copies of the request

  private SoapRequest(Builder builder) {
    super(builder.forms, builder.mode);
    this.endpoint = builder.endpoint;
    this.action = builder.action;
    this.headers = builder.headers;
    this.origin = builder.origin;
    this.callOptions = builder.callOptions;
    this.credentials = builder.credentials;
    this.principal = builder.principal;
    this.hasRoles = builder.hasRoles;
    this.context = builder.context;
  }

  /** Returns the address to which the request goes, or at which it came in. */
  public String endpoint() {
    return endpoint;
  }

  /**
   * Returns the whole address to which a request was sent that came in: with host, query, and
   * parameters of the path, of which {@link #endpoint} has none. Empty where the transport does not
   * know it, and in a client. To be called while the request lasts.
   */
  public String target() {
    return origin == null ? "" : origin.target();
  }

  /** Returns the SOAPAction; empty for none. */
  public String action() {
    return action;
  }

  /**
   * Returns the options of this call, which do not hold for its transport as a whole; in a server
   * the default.
   */
  public CallOptions callOptions() {
    return callOptions;
  }

  /** Returns the version of SOAP as the transport said before anything was read. */
  public SoapVersion announcedVersion() {
    return forms.announcedVersion();
  }

  /**
   * Returns headers of the transport: in a client those to be sent in addition to the usual ones,
   * in a server the received ones, by name in lower case.
   */
  public Headers headers() {
    return RequestOrigin.headers(headers, origin);
  }

  /**
   * Returns the value of a header field of the transport, as {@link Headers#get} has it; in a
   * server without a look at the others. Null for none.
   */
  public @Nullable String header(String name) {
    return RequestOrigin.header(name, headers, origin);
  }

  /**
   * Returns the credentials by which the sender proves its identity in header blocks; null for
   * none.
   */
  public @Nullable Credentials credentials() {
    return credentials;
  }

  /**
   * Returns the sender of the request, as the transport or an interceptor of the server has made
   * sure; null where it is not known.
   */
  public @Nullable Principal principal() {
    return principal;
  }

  /** Whether the server's container knows the {@link #principal} to have a role. */
  public boolean isInRole(String role) {
    return hasRoles && origin != null && origin.isInRole(role);
  }

  /**
   * Returns the operation, for which the beginning of the message is read if need be.
   *
   * @throws SoapMessageException if the message is malformed or is for no operation of the service
   */
  public Operation operation() throws SoapMessageException {
    return forms.operation(action);
  }

  /**
   * Whether the caller has said that it changes no values of the operation's results, so that two
   * results may share objects.
   *
   * @throws SoapMessageException if the message is malformed or is for no operation of the service
   */
  public boolean hasReadOnlyResult() throws SoapMessageException {
    return forms.codec().parser().isReadOnly(forms.operation(action));
  }

  /** Returns the name of the port type (of the service's interface), which has the operation. */
  public QName portTypeName() {
    return forms.codec().model().portTypeName();
  }

  /**
   * Returns the properties of the exchange, which all copies of this request share (Jakarta XML Web
   * Services 4.0 §9.4.1): in a client the request context of the port, in a server the properties
   * that the transport supplies, under the names of {@link MessageContext}. What interceptors put
   * there, handlers find, and with the scope of the application the service too.
   */
  public MessageContext context() {
    return context;
  }

  /** Returns the context that the copies of this request share. */
  public ExchangeContext exchange() {
    return context;
  }

  /**
   * Returns a copy of this request that is sent as {@code payload}, the same message in UTF-8. The
   * payload may be sent twice, and must not change before the chain has returned.
   */
  public SoapRequest withPayload(Payload payload) {
    return newBuilder().forms(forms.withPayload(payload, null)).build();
  }

  /**
   * Returns a copy of this request with more blocks in the message's header, whatever form its
   * content has, to be used instead of this one.
   *
   * @throws SoapMessageException if there is a message that is malformed, or not in UTF-8
   */
  public SoapRequest withSoapHeaders(List<SoapHeader> more) throws SoapMessageException {
    MessageBody body = forms.body();
    if (body instanceof Multipart parts && !parts.isCoded()) {
      byte[] message = forms.codec().parser().withHeaders(bytes(), charset(), more);
      return newBuilder().message(message, forms.operation(), parts()).build();
    }
    MessageForms changed =
        body instanceof Values values && !values.isRead()
            ? forms.header().withAdded(more)
            : forms.header().withInserted(more);
    return newBuilder().forms(changed).build();
  }

  /**
   * Returns a request with the same content whatever the caller does to the arguments from now on:
   * it has the message, and no arguments. To be called while the request lasts.
   *
   * @throws SoapMessageException if an argument cannot be written as XML
   */
  public SoapRequest detached() throws SoapMessageException {
    context.fill();
    Builder builder = newBuilder();
    builder.origin = RequestOrigin.detached(origin, headers());
    builder.hasRoles = true; // to be told that they are not known any more
    MessageBody given = forms.given();
    MessageBody message = given instanceof Multipart ? given : new Bytes(bytes(), charset());
    return builder.forms(forms.with(message, forms.operation())).build();
  }

  /**
   * Returns one argument for each parameter of the method: null for OUT, of holders the value.
   *
   * @throws SoapMessageException if the message is malformed, or not what the operation takes
   */
  public Object[] arguments() throws SoapMessageException {
    return forms.values(action);
  }

  /** Whether {@link #arguments} are known without reading the message. */
  public boolean hasArguments() {
    return forms.values() != null;
  }

  /** Informs the transport that there will be no response message. */
  public void acknowledge() {
    if (origin != null) {
      origin.acknowledge();
    }
  }

  /** Returns a builder of a changed copy, with the content in all forms that exist. */
  public Builder newBuilder() {
    return new Builder(this);
  }

  /** Builds requests. Not thread-safe. */
  public static final class Builder {
    private MessageForms forms;
    private boolean isTaken; // a request has the forms: another one needs a copy
    private @Nullable Headers headers = Headers.NONE; // null for those that came
    private AttachmentMode mode = AttachmentMode.NONE;
    private String endpoint = "";
    private String action = "";
    private @Nullable RequestOrigin origin; // null in a client
    private CallOptions callOptions = CallOptions.DEFAULT;
    private @Nullable Credentials credentials;
    private @Nullable Principal principal;
    private boolean hasRoles;
    private final ExchangeContext context;

    Builder(MessageForms forms, ExchangeContext context) {
      this.forms = forms;
      this.context = context;
    }

    private Builder(SoapRequest request) {
      forms = request.forms;
      isTaken = true;
      headers = request.headers;
      mode = request.packing();
      endpoint = request.endpoint;
      action = request.action;
      origin = request.origin;
      callOptions = request.callOptions;
      credentials = request.credentials;
      principal = request.principal;
      hasRoles = request.hasRoles;
      context = request.context;
    }

    /** Sets the address. */
    public Builder endpoint(String endpoint) {
      this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
      return this;
    }

    /** Sets the SOAPAction; empty for none. */
    public Builder action(String action) {
      this.action = Objects.requireNonNull(action, "action");
      return this;
    }

    /** Sets the options of this call, which do not hold for its transport as a whole. */
    public Builder callOptions(CallOptions options) {
      this.callOptions = Objects.requireNonNull(options, "options");
      return this;
    }

    /** Sets a header of the transport, in place of one of the same name. */
    public Builder header(String name, String value) {
      String checked = HttpSyntax.checkedHeader(name, value);
      headers = RequestOrigin.headers(headers, origin).with(name, checked);
      return this;
    }

    /** Sets the headers of the transport, in place of all that there are. */
    public Builder headers(Headers all) {
      headers = HttpSyntax.checkedHeaders(all);
      return this;
    }

    /** Removes a header of the transport, if it is there. */
    public Builder withoutHeader(String name) {
      headers = RequestOrigin.headers(headers, origin).without(name);
      return this;
    }

    /** Sets the credentials by which the sender proves its identity; null for none. */
    public Builder credentials(@Nullable Credentials credentials) {
      this.credentials = credentials;
      return this;
    }

    /**
     * Sets the sender of the request, for the later links and for the service; to be called by a
     * server's interceptor that has verified it.
     */
    public Builder principal(Principal principal) {
      this.principal = Objects.requireNonNull(principal, "principal");
      this.hasRoles = false; // the container knows those of its own principals only
      return this;
    }

    void setOrigin(RequestOrigin known, @Nullable Principal sender) {
      origin = known;
      headers = null;
      principal = sender;
      hasRoles = true;
    }

    /** Sets how the message leaves if it is made of values. */
    public Builder mode(AttachmentMode attachments) {
      mode = Objects.requireNonNull(attachments, "attachments");
      return this;
    }

    /**
     * Adds a block to the header of a request that is made of arguments; a message made before is
     * forgotten.
     *
     * @throws IllegalStateException if there are no arguments
     */
    public Builder soapHeader(SoapHeader header) {
      Objects.requireNonNull(header, "header");
      if (forms.values() == null || forms.header().known() == null) {
        throw new IllegalStateException(
            "Cannot add a header block, because the request has a message in place of arguments.");
      }
      return forms(forms.header().withAdded(List.of(header)));
    }

    /** Replaces the arguments; a message made of the old ones is forgotten. */
    public Builder arguments(Object... arguments) {
      return forms(forms.withValues(arguments.clone()));
    }

    /**
     * Replaces the message by the arguments of which it was made; it is written from them when it
     * is needed.
     *
     * @param values one for each parameter; the request's own from here on
     */
    public Builder readArguments(Operation operation, Object[] values) {
      OperationModel bound = OperationModel.of(operation);
      return forms(forms.with(forms.read(values, bound), bound));
    }

    /**
     * Replaces the message by the one from which a content coding was made.
     *
     * @param bytes in the encoding that the transport gave; the request's own from here on
     */
    public Builder message(byte[] bytes) {
      return forms(forms.with(forms.decoded(bytes, context), null));
    }

    /**
     * Replaces the message by another one with parts.
     *
     * @param bytes in UTF-8; the request's own from here on
     * @param operation that of the message; null where the message itself is to tell
     * @param parts by their Content-IDs, without brackets; none for a document
     */
    public Builder message(
        byte[] bytes, @Nullable Operation operation, Map<String, Attachment> parts) {
      mode = parts.isEmpty() ? mode : AttachmentMode.NONE; // it is packed already
      return forms(
          forms.with(
              forms.made(bytes, parts), operation == null ? null : OperationModel.of(operation)));
    }

    private Builder forms(MessageForms other) {
      forms = other;
      isTaken = false;
      return this;
    }

    /** Returns the request. Arguments must be as many as the operation's method takes. */
    public SoapRequest build() {
      checkArguments();
      forms = isTaken ? forms.copy() : forms;
      isTaken = true;
      return new SoapRequest(this);
    }

    /**
     * Checks that arguments are those of the operation, as far as their number tells.
     *
     * @throws IllegalStateException if not, or the operation is not known
     */
    private void checkArguments() {
      if (!(forms.given() instanceof Values given)) {
        return;
      }
      OperationModel operation = forms.operation();
      if (operation == null) {
        throw new IllegalStateException(
            "Cannot write the arguments, because the operation is not known yet. Call"
                + " request.operation() first.");
      }
      int expected = operation.parameterCount();
      if (given.values().length != expected) {
        throw new IllegalStateException(
            "operation "
                + operation
                + ": expected "
                + expected
                + " arguments, found "
                + given.values().length);
      }
    }
  }
}
