package io.castile.soap.exchange.internal;

import io.castile.soap.SoapException;
import io.castile.soap.SoapMessageException;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.http.message.CallDeadline;
import io.castile.soap.model.internal.OperationModel;
import io.castile.xml.internal.XmlWindow;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message that was read while it arrived, so that there are its values or its fault, but no bytes
 * of it; or why it could not be read. Immutable.
 */
public final class ArrivedMessage {
  private final EnvelopeParser.@Nullable Read read;
  private final @Nullable Exception failure;

  private ArrivedMessage(EnvelopeParser.@Nullable Read read, @Nullable Exception failure) {
    this.read = read;
    this.failure = failure;
  }

  /** Reads a message. */
  private interface Reading {
    public EnvelopeParser.Read read() throws SoapMessageException;
  }

  private static ArrivedMessage of(Reading reading) {
    try {
      return new ArrivedMessage(reading.read(), null);
    } catch (java.io.UncheckedIOException e) {
      throw e; // of the stream, which is no matter of the message
    } catch (SoapMessageException | RuntimeException e) {
      return new ArrivedMessage(null, e);
    }
  }

  /**
   * Reads a request.
   *
   * @param charset the name of its encoding as the transport gave it; null for none
   * @param action the SOAPAction; empty for none
   * @throws java.io.UncheckedIOException if the stream fails
   */
  public static ArrivedMessage request(
      EnvelopeCodec codec, XmlWindow arriving, @Nullable String charset, String action) {
    MessageContent content = new MessageContent(arriving, charset, null);
    return of(() -> codec.parser().readRequest(content, action));
  }

  /**
   * Reads a response to an operation.
   *
   * @param deadline until when it has to be read; null for no limit
   * @throws java.io.UncheckedIOException if the stream fails
   */
  public static ArrivedMessage response(
      EnvelopeCodec codec,
      OperationModel operation,
      XmlWindow arriving,
      @Nullable String charset,
      @Nullable CallDeadline deadline) {
    MessageContent content = new MessageContent(arriving, charset, deadline);
    return of(() -> codec.parser().readResponse(content, operation));
  }

  /** Returns the items of the message that are still to be read; null for none. */
  public @Nullable ArrivingItems items() {
    return read == null ? null : read.items();
  }

  /** Returns the reason for which the message could not be read; null where it was. */
  public @Nullable Exception failure() {
    return failure;
  }

  EnvelopeParser.@Nullable Read readOrNull() {
    return read;
  }

  /**
   * Returns the message that was read.
   *
   * @throws SoapException if the message could not be read
   */
  public EnvelopeParser.Read read() throws SoapException {
    if (failure instanceof SoapException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    return Objects.requireNonNull(read, "read"); // as it has not failed
  }

  /** The body of a message that was read. */
  static MessageBody body(EnvelopeParser.Read read) {
    return read.fault() == null
        ? new MessageBody.Values(Objects.requireNonNull(read.values()), List.of())
        : new MessageBody.Fault(read.fault(), null, null, List.of());
  }
}
