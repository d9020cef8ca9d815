package io.castile.soap.exchange.internal;

import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.internal.MessageBody.Bytes;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.model.internal.OperationModel;
import java.util.List;

/** Makes the requests of a client's calls, and those that come to a server. */
public final class SoapRequests {
  private SoapRequests() {}

  /** The request of a call. */
  public static SoapRequest.Builder ofArguments(
      EnvelopeCodec codec,
      OperationModel operation,
      Object[] arguments,
      SoapVersion version,
      ExchangeContext context) {
    Values body = new Values(arguments, List.of());
    SoapRequest.Builder builder =
        Messages.request(MessageForms.ofRequest(codec, body, operation, version), context);
    return builder
        .mode(operation.requestPacking(codec.attachments().mtom()))
        .action(operation.action());
  }

  /**
   * The request that a message is.
   *
   * @param version as the transport says
   */
  public static SoapRequest.Builder ofBody(
      EnvelopeCodec codec, MessageBody body, SoapVersion version, ExchangeContext context) {
    return Messages.request(MessageForms.ofRequest(codec, body, null, version), context);
  }

  /**
   * The request that was read while it arrived.
   *
   * @param version as the transport says
   * @param message if it could not be read, the request has none
   */
  public static SoapRequest.Builder arrived(
      EnvelopeCodec codec, ArrivedMessage message, SoapVersion version, ExchangeContext context) {
    EnvelopeParser.Read read = message.readOrNull();
    return read == null
        ? ofBody(codec, new Bytes(new byte[0], null), version, context)
        : Messages.request(MessageForms.ofArrived(codec, true, read, null), context);
  }
}
