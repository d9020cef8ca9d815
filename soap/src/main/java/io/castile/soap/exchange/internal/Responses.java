package io.castile.soap.exchange.internal;

import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody.Bytes;
import io.castile.soap.exchange.internal.MessageBody.Fault;
import io.castile.soap.exchange.internal.MessageBody.Multipart;
import io.castile.soap.exchange.internal.MessageBody.Values;
import io.castile.soap.http.message.CallDeadline;
import io.castile.soap.model.internal.FaultType;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.OperationModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes responses: those of interceptors, of a service, and those that a transport brings. */
public final class Responses {
  private Responses() {}

  /**
   * Returns an answer to {@code request} without asking its service.
   *
   * @param values the result (null for a void method), then the values of the OUT and INOUT
   *     parameters in their order; the response's own from here on
   * @throws SoapMessageException if the request is for no operation of the service
   * @throws IllegalArgumentException if there are more or fewer values than the operation has
   */
  public static SoapResponse ofValues(SoapRequest request, Object... values)
      throws SoapMessageException {
    OperationModel operation = Messages.operation(request);
    Message message = operation.response();
    int expected = message == null ? 1 : message.slots();
    if (values.length != expected) {
      throw new IllegalArgumentException(
          "operation "
              + operation
              + ": expected "
              + expected
              + " values (the result and its OUT parameters), found "
              + values.length);
    }
    return ofCall(request, operation, values);
  }

  /**
   * Returns the answer to {@code request} that a message is.
   *
   * @param bytes the message, in the encoding that it declares; the response's own from here on
   * @throws SoapMessageException if the request is for no operation of the service
   */
  public static SoapResponse ofBytes(SoapRequest request, byte[] bytes)
      throws SoapMessageException {
    return of(request, Messages.operation(request), new Bytes(bytes, null)).build();
  }

  /**
   * Returns an answer to {@code request} that has been sent before, and is known to be no fault.
   *
   * @param operation that of the request
   * @param version that of the message
   * @param bytes the message, in UTF-8; not changed from here on
   */
  public static SoapResponse ofKnownBytes(
      SoapRequest request, OperationModel operation, SoapVersion version, byte[] bytes) {
    return ofKnown(request, operation, version, bytes).build();
  }

  /**
   * Returns an answer to {@code request} that is sent as it is, and is known to be no fault.
   *
   * @param message in UTF-8; not changed from here on
   * @param headers headers of the transport, to be sent beside the usual ones
   */
  public static SoapResponse ofMessage(SoapRequest request, byte[] message, Headers headers) {
    SoapResponse.Builder builder = ofKnown(request, null, request.version(), message);
    builder.headers(headers);
    return builder.build();
  }

  /** Returns a fault as the answer to {@code request}. */
  public static SoapResponse ofFault(SoapRequest request, SoapFault fault) {
    return ofFault(request, null, fault);
  }

  /**
   * Returns the answer to a request whose sender wants none: the transport says that the request
   * has been accepted, and there is no message.
   */
  public static SoapResponse silent(SoapRequest request) {
    SoapResponse.Builder builder = ofKnown(request, null, request.version(), new byte[0]);
    builder.silent();
    return builder.build();
  }

  /** The response of a call: its result, then what it put into holders, in parameter order. */
  public static SoapResponse ofCall(
      SoapRequest request, OperationModel operation, Object[] values) {
    SoapResponse.Builder builder = of(request, operation, new Values(values, List.of()));
    boolean mtom = Messages.codec(request).attachments().mtom();
    boolean isXop =
        mtom && Messages.forms(request).given() instanceof Multipart parts && parts.type().isXop();
    builder.mode(operation.responsePacking(isXop, mtom && Messages.acceptsMtom(request)));
    return builder.build();
  }

  /** The response to a one-way request: nothing. */
  public static SoapResponse accepted(SoapRequest request, OperationModel operation) {
    return of(request, operation, new Values(new Object[1], List.of())).build();
  }

  /**
   * A fault.
   *
   * @param operation the operation; null where the request is for none
   */
  static SoapResponse ofFault(
      SoapRequest request, @Nullable OperationModel operation, SoapFault fault) {
    return of(request, operation, new Fault(fault, null, null, List.of())).build();
  }

  /** A fault of a request that was for no operation, with header blocks. */
  static SoapResponse ofFault(SoapRequest request, SoapFault fault, List<SoapHeader> headers) {
    return of(request, null, new Fault(fault, null, null, headers)).build();
  }

  /** A fault with an entry of the detail for a declared exception. */
  static SoapResponse ofFault(
      SoapRequest request,
      OperationModel operation,
      SoapFault fault,
      FaultType type,
      Throwable declared) {
    Fault body =
        new Fault(fault, type, (version, out) -> type.write(declared, version, out), List.of());
    return of(request, operation, body).build();
  }

  /**
   * A message that is known to be no fault.
   *
   * @param operation null where it is not known
   * @param message in UTF-8
   */
  static SoapResponse.Builder ofKnown(
      SoapRequest request,
      @Nullable OperationModel operation,
      SoapVersion version,
      byte[] message) {
    SoapResponse.Builder builder =
        Messages.response(
            request,
            MessageForms.ofResponse(
                Messages.codec(request), new Bytes(message, null), operation, version, null));
    builder.knownNoFault();
    return builder;
  }

  /**
   * A response that was read while it arrived.
   *
   * @throws SoapException if it could not be read
   */
  public static SoapResponse.Builder arrived(
      SoapRequest request, ArrivedMessage message, @Nullable CallDeadline deadline)
      throws SoapException {
    return Messages.response(
        request, MessageForms.ofArrived(Messages.codec(request), false, message.read(), deadline));
  }

  /** A response that has passed no transport. */
  static SoapResponse.Builder of(
      SoapRequest request, @Nullable OperationModel operation, MessageBody body) {
    return of(request, operation, body, null);
  }

  /**
   * A response.
   *
   * @param deadline until when it has to be read; null for no limit
   */
  public static SoapResponse.Builder of(
      SoapRequest request,
      @Nullable OperationModel operation,
      MessageBody body,
      @Nullable CallDeadline deadline) {
    return Messages.response(
        request,
        MessageForms.ofResponse(
            Messages.codec(request), body, operation, request.version(), deadline));
  }
}
