package io.castile.delta.message;

import io.castile.delta.format.DeltaFormat;
import io.castile.delta.typed.RequestDelta;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.EnvelopeCodec;
import io.castile.soap.exchange.internal.MessageBody.Bytes;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.ReadTemplateSource;
import io.castile.soap.exchange.internal.Responses;
import io.castile.soap.exchange.internal.UnderstoodBlocks;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.NameTable;
import io.castile.xml.Payload;
import io.castile.xml.XmlLimits;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Makes requests and responses, as the chains of the link have them, of bytes: for gateways and
 * other stacks, of whose operations Castile knows none, so that one stands for all. Thread-safe.
 */
public final class LinkMessages {
  private final int mostBytes;
  private final EnvelopeCodec codec;
  private final OperationModel any;

  /**
   * @param mostBytes the size of the greatest message that is made of a delta
   */
  public LinkMessages(int mostBytes) {
    ServiceModel model = ServiceModel.ofMessages(SoapVersion.SOAP_1_1);
    this.mostBytes = mostBytes;
    this.any = model.operations().get(0);
    this.codec = codec(model);
  }

  private EnvelopeCodec codec(ServiceModel model) {
    return new EnvelopeCodec(
        model,
        XmlLimits.builder().maxBytes(mostBytes).build(),
        ReadTemplateSource.NONE,
        AttachmentOptions.DEFAULT,
        new UnderstoodBlocks(List.of()),
        ReceiverSettings.DEFAULT);
  }

  /** Whether content without a content coding is a delta, as it begins as no message does. */
  public static boolean isDelta(byte[] content) {
    return DeltaFormat.isBegunBy(content);
  }

  /**
   * Returns a service of another stack, with operations whose messages may go as values. To be made
   * once, as what is kept of its messages goes with it.
   *
   * @param operations in the order in which the service has them
   */
  public static ServiceModel service(QName name, List<BoundOperation> operations) {
    return ServiceModel.described(
        name,
        name,
        name,
        SoapVersion.SOAP_1_1,
        new NameTable(),
        operations.stream().map(BoundOperation::described).toList());
  }

  /**
   * Begins a request that is to be sent.
   *
   * @param message in UTF-8; never changed
   */
  public SoapRequest.Builder leaving(byte[] message, SoapVersion version) {
    return leaving(message, version, any);
  }

  /**
   * Begins a request whose response may come as values.
   *
   * @param operation of a {@link #service}
   */
  public SoapRequest.Builder leaving(
      byte[] message, SoapVersion version, OperationModel operation) {
    return came(message, null, version).message(message, operation, Map.of());
  }

  /**
   * Begins a request of values, which the link sends without XML where the server reads it so.
   *
   * @param operation of a {@link #service}
   * @param value what the codec of the operation's requests would write
   * @param message the same in an envelope; nothing is asked of it where the values are sent
   */
  public SoapRequest.Builder leaving(
      SoapVersion version, OperationModel operation, Object value, Payload message) {
    return came(new byte[0], null, version)
        .readArguments(operation, new Object[] {value})
        .build()
        .withPayload(message)
        .newBuilder();
  }

  /**
   * Begins a request that has come.
   *
   * @param content the message, or a delta
   * @param charset as the transport gave it; null for none
   */
  public SoapRequest.Builder came(byte[] content, @Nullable String charset, SoapVersion version) {
    return came(codec, content, charset, version);
  }

  /**
   * Begins a request that may have come as values.
   *
   * @param service of {@link #service}
   */
  public SoapRequest.Builder came(
      byte[] content, @Nullable String charset, SoapVersion version, ServiceModel service) {
    return came(
        RequestDelta.isOfValues(content) ? codec(service) : codec, content, charset, version);
  }

  private static SoapRequest.Builder came(
      EnvelopeCodec codec, byte[] content, @Nullable String charset, SoapVersion version) {
    ExchangeContext context = new ExchangeContext(Map.of());
    return Messages.ofBody(codec, new Bytes(content, charset), version, context);
  }

  /** Returns a response that has come. */
  public SoapResponse response(SoapRequest request, int status, Headers fields, byte[] content) {
    SoapResponse.Builder response = Responses.of(request, any, new Bytes(content, null), null);
    return response.status(status).headers(fields).build();
  }

  /**
   * Returns a response that is to be sent, as values where the link can.
   *
   * @param operation of a {@link #service}
   * @param value what the operation's codec would write
   * @param message the same in an envelope; nothing is asked of it where the values are sent
   */
  public SoapResponse answer(
      SoapRequest request, OperationModel operation, Object value, Payload message) {
    return Responses.ofCall(request, operation, new Object[] {value})
        .withPayload(message, () -> {});
  }

  /** Returns a response that is to be sent, and is known to be no fault. */
  public SoapResponse answer(SoapRequest request, byte[] message) {
    return answer(request, any, message);
  }

  /**
   * Returns a response of an operation whose requests may come as values.
   *
   * @param operation of a {@link #service}
   */
  public SoapResponse answer(SoapRequest request, OperationModel operation, byte[] message) {
    return Responses.ofKnownBytes(request, operation, request.version(), message);
  }
}
