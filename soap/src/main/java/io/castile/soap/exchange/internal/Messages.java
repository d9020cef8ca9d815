package io.castile.soap.exchange.internal;

import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.SoapMessage;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody.Bytes;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.http.message.CallDeadline;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.multipart.MultipartContent;
import java.security.Principal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of requests and responses that interceptors of applications do not see, and the
 * beginning of requests; that of responses is in {@link Responses}.
 */
public final class Messages {
  /** Null before the first exchange: without a context there are no messages. */
  private static @Nullable Access access;

  private Messages() {}

  /** The parts that the package of messages gives. */
  public abstract static class Access {
    /** For the one class of that package. */
    protected Access() {}

    /** Returns the forms of a message. */
    protected abstract MessageForms forms(SoapMessage message);

    /** Returns the origin of a request; null in a client. */
    protected abstract @Nullable RequestOrigin origin(SoapRequest request);

    /** Sets the origin and the sender of a request. */
    protected abstract void setOrigin(
        SoapRequest.Builder builder, RequestOrigin origin, @Nullable Principal sender);

    /** Returns a builder of a request. */
    protected abstract SoapRequest.Builder request(MessageForms forms, ExchangeContext context);

    /** Returns a builder of a response. */
    protected abstract SoapResponse.Builder response(MessageForms forms, ExchangeContext context);
  }

  /** Sets how the parts are read; called once, when the class of contexts is initialized. */
  public static void access(Access parts) {
    access = parts;
  }

  private static Access access() {
    return Objects.requireNonNull(access, "access");
  }

  /** Returns the forms in which the content of a message exists. */
  public static MessageForms forms(SoapMessage message) {
    return access().forms(message);
  }

  /** Returns the content of a message in the form in which it is sent. */
  public static MessageBody body(SoapMessage message) {
    return forms(message).body();
  }

  /** Returns the codec of the messages of the exchange. */
  public static EnvelopeCodec codec(SoapMessage message) {
    return forms(message).codec();
  }

  /** Returns a message with its parts, for one reading. */
  public static MessageContent content(SoapMessage message) throws SoapMessageException {
    return forms(message).content();
  }

  /**
   * Returns a message with its parts, also those to which it is going to refer.
   *
   * @throws SoapMessageException if the message is malformed, or cannot be written
   */
  public static MessageWithParts whole(SoapMessage message) throws SoapMessageException {
    return forms(message).multipart().whole(message.packing());
  }

  /** Returns the same as {@link #whole}, the document as bytes. */
  static MultipartContent packed(SoapMessage message) throws SoapMessageException {
    return forms(message).multipart().packed(message.packing());
  }

  /**
   * Returns the operation of a request, for which the beginning of the message is read if need be.
   *
   * @throws SoapMessageException if the message is malformed or is for no operation of the service
   */
  public static OperationModel operation(SoapRequest request) throws SoapMessageException {
    return forms(request).operation(request.action());
  }

  /** Returns the operation of a response; null if it answers a request that is for none. */
  public static @Nullable OperationModel operation(SoapResponse response) {
    return forms(response).operation();
  }

  /** Returns until when a response has to be read; null for no limit. */
  public static @Nullable CallDeadline deadline(SoapResponse response) {
    return forms(response).deadline();
  }

  /** Begins the request of a call. */
  public static SoapRequest.Builder ofArguments(
      EnvelopeCodec codec,
      OperationModel operation,
      Object[] arguments,
      SoapVersion version,
      ExchangeContext context) {
    Values body = new Values(arguments, List.of());
    return access()
        .request(MessageForms.ofRequest(codec, body, operation, version), context)
        .mode(operation.requestPacking(codec.attachments().mtom()))
        .action(operation.action());
  }

  /**
   * Begins the request that a message is.
   *
   * @param version as the transport says
   */
  public static SoapRequest.Builder ofBody(
      EnvelopeCodec codec, MessageBody body, SoapVersion version, ExchangeContext context) {
    return access().request(MessageForms.ofRequest(codec, body, null, version), context);
  }

  /**
   * Begins the request that was read while it arrived.
   *
   * @param version as the transport says
   * @param message if it could not be read, the request has none
   */
  public static SoapRequest.Builder arrived(
      EnvelopeCodec codec, ArrivedMessage message, SoapVersion version, ExchangeContext context) {
    EnvelopeParser.Read read = message.readOrNull();
    return read == null
        ? ofBody(codec, new Bytes(new byte[0], null), version, context)
        : access().request(MessageForms.ofArrived(codec, true, read, null), context);
  }

  /** Returns a builder of a response to a request. */
  static SoapResponse.Builder response(SoapRequest request, MessageForms forms) {
    return access().response(forms, request.exchange());
  }

  /** Sets the parts of a request that the transport of a server knows. */
  public static SoapRequest.Builder withOrigin(
      SoapRequest.Builder builder, RequestOrigin origin, @Nullable Principal sender) {
    access().setOrigin(builder, origin, sender);
    return builder;
  }

  /** Whether the sender of a request reads responses with MTOM. */
  static boolean acceptsMtom(SoapRequest request) {
    RequestOrigin origin = access().origin(request);
    return origin != null && origin.acceptsMtom();
  }
}
