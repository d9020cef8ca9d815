package io.castile.soap.server;

import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.internal.ArrivedMessage;
import io.castile.soap.exchange.internal.ArrivingItems;
import io.castile.soap.exchange.internal.EnvelopeCodec;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.SaajFaults;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import jakarta.xml.ws.WebServiceException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request in the form in which a transport has received it. Served once, by {@link
 * ServiceEndpoint#serve}, and then closed.
 */
sealed interface ReceivedRequest extends Closeable {
  /** Returns what the head of the request says of its message. */
  RequestType type();

  /** Begins the request that passes the chain of the service. */
  SoapRequest.Builder begin(EnvelopeCodec codec, ExchangeContext context);

  /** Returns why the message could not be read; null where it was, or is still to be. */
  default @Nullable Exception failure() {
    return null;
  }

  /** Whether items of the message are still to come when the service is called. */
  default boolean isArriving() {
    return false;
  }

  /**
   * Passes over items that the service has not taken, within the limits of requests. Called where
   * serving ends normally only: an error does not wait for the rest of a request.
   */
  default void passOver() {}

  /**
   * Ends receiving.
   *
   * @throws IOException if the transport fails
   */
  @Override
  default void close() throws IOException {}

  /**
   * A message that is there as a whole, in the content codings that are left to the chain.
   *
   * @param message the service's own from here on; a package only where a content coding hides its
   *     parts
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Whole(RequestType type, byte[] message) implements ReceivedRequest {
    @Override
    public SoapRequest.Builder begin(EnvelopeCodec codec, ExchangeContext context) {
      MultipartType packageType = type.packageType();
      MessageBody body =
          packageType == null
              ? new MessageBody.Bytes(message, type.charset())
              : MessageBody.Multipart.coded(packageType, message);
      return Messages.ofBody(codec, body, type.version(), context);
    }
  }

  /** A message with parts, which have been received with it. */
  record Multipart(RequestType type, ReceivedMultipart message) implements ReceivedRequest {
    @Override
    public SoapRequest.Builder begin(EnvelopeCodec codec, ExchangeContext context) {
      context.received(message::close);
      MultipartType packageType = Objects.requireNonNull(type.packageType());
      return Messages.ofBody(
          codec, MessageBody.Multipart.of(packageType, message), type.version(), context);
    }
  }

  /**
   * A message that was read while it arrived.
   *
   * @param content with the items that are still to come, closed with this; null where the message
   *     is there as a whole
   */
  record Arriving(RequestType type, ArrivedMessage message, @Nullable InputStream content)
      implements ReceivedRequest {
    private static final Logger log = LoggerFactory.getLogger(Arriving.class);

    @Override
    public SoapRequest.Builder begin(EnvelopeCodec codec, ExchangeContext context) {
      ArrivingItems items = message.items();
      if (items != null) {
        items.set(e -> failure(e, type.version()), () -> {});
      }
      return Messages.arrived(codec, message, type.version(), context);
    }

    /** The exception of an item that a service asks for, and which cannot be read. */
    private static RuntimeException failure(Exception e, SoapVersion version) {
      return e instanceof SoapMessageException wrong
          ? SaajFaults.toException(wrong.fault(), version)
          : new WebServiceException(
              "Cannot read the request, because it did not arrive: " + e.getMessage(), e);
    }

    @Override
    public @Nullable Exception failure() {
      return message.failure();
    }

    @Override
    public boolean isArriving() {
      return content != null;
    }

    @Override
    public void passOver() {
      ArrivingItems items = message.items();
      if (items == null || content == null) {
        return;
      }
      items.close();
      if (items.hasEnded()) {
        return;
      }
      try {
        content.transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        log.debug("the rest of a request that was answered did not come: {}", e.getMessage());
      }
    }

    @Override
    public void close() throws IOException {
      ArrivingItems items = message.items();
      if (items == null || content == null) {
        return;
      }
      try (content) {
        items.close();
      }
    }
  }
}
