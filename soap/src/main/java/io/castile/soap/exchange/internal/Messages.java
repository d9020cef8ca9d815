package io.castile.soap.exchange.internal;

import io.castile.soap.SoapMessageException;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.SoapMessage;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.http.message.CallDeadline;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.multipart.MultipartContent;
import io.castile.xml.internal.HiddenPart;
import java.security.Principal;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The parts of requests and responses that interceptors of applications do not see. */
public final class Messages {
  /** Reads the forms of a message. */
  public static final HiddenPart<SoapMessage, BodyForms> FORMS = new HiddenPart<>();

  /** Makes builders of requests that share a context. */
  public static final HiddenPart<ExchangeContext, Function<BodyForms, SoapRequest.Builder>>
      REQUESTS = new HiddenPart<>();

  /** Makes builders of responses of an exchange. */
  public static final HiddenPart<ExchangeContext, Function<BodyForms, SoapResponse.Builder>>
      RESPONSES = new HiddenPart<>();

  /** Sets the origin and the sender of a request. */
  public static final HiddenPart<
          SoapRequest.Builder, BiConsumer<RequestOrigin, @Nullable Principal>>
      ORIGINS = new HiddenPart<>();

  /** Reads the origin of a request. */
  public static final HiddenPart<SoapRequest, @Nullable RequestOrigin> ORIGIN = new HiddenPart<>();

  private Messages() {}

  /** Returns the forms in which the content of a message exists. */
  public static BodyForms forms(SoapMessage message) {
    return FORMS.of(message);
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
    return forms(message).whole(message.packing());
  }

  /** Returns the same as {@link #whole}, the document as bytes. */
  static MultipartContent packed(SoapMessage message) throws SoapMessageException {
    return forms(message).packed(message.packing());
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

  /** Returns a builder of a request. */
  public static SoapRequest.Builder request(BodyForms forms, ExchangeContext context) {
    return REQUESTS.of(context).apply(forms);
  }

  /** Returns a builder of a response to a request. */
  static SoapResponse.Builder response(SoapRequest request, BodyForms forms) {
    return RESPONSES.of(request.exchange()).apply(forms);
  }

  /** Sets the parts of a request that the transport of a server knows. */
  public static SoapRequest.Builder withOrigin(
      SoapRequest.Builder builder, RequestOrigin origin, @Nullable Principal sender) {
    ORIGINS.of(builder).accept(origin, sender);
    return builder;
  }

  /** Whether the sender of a request reads responses with MTOM. */
  static boolean acceptsMtom(SoapRequest request) {
    RequestOrigin origin = ORIGIN.of(request);
    return origin != null && origin.acceptsMtom();
  }
}
