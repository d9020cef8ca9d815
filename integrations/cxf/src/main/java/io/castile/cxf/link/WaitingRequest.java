package io.castile.cxf.link;

import io.castile.cxf.databinding.CastileJAXBDataBinding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.apache.cxf.binding.soap.SoapMessage;
import org.jspecify.annotations.Nullable;

/** A request of a client that waits, as its values may be sent. Of one request and one thread. */
final class WaitingRequest extends WaitingMessage {
  private final SoapMessage request;
  private final TypedOperation typed;
  private final Object value;
  private @Nullable LinkedCall call; // null before the request is sent
  private byte @Nullable [] made; // the XML; null before it is asked for

  private WaitingRequest(SoapMessage request, TypedOperation typed, Object value) {
    this.request = request;
    this.typed = typed;
    this.value = value;
  }

  /** The action at the end of a call. */
  interface Outcome {
    void run() throws IOException;
  }

  /**
   * Returns a request, which has come to the link in its chain, if its values may go without the
   * XML. Those of asynchronous calls may not, as the caller may change the arguments meanwhile.
   *
   * @param typed the operation, whose answers may come as values
   * @return null if it goes on
   */
  static @Nullable WaitingRequest of(SoapMessage request, TypedOperation typed) {
    Object value = typed.hasRequests() ? value(request, typed.requestPart()) : null;
    return value != null
            && request.getExchange().isSynchronous()
            && isPlain(request)
            && SentContent.isPlain(request)
            && !CastileJAXBDataBinding.wantsXmlOfRequest(request)
            && Interceptors.mayLeaveAsValues(request)
        ? new WaitingRequest(request, typed, value)
        : null;
  }

  TypedOperation typed() {
    return typed;
  }

  Object value() {
    return value;
  }

  /** Says what sends the request. */
  void sentBy(LinkedCall sender) {
    call = sender;
  }

  /** Whether CXF could not make the XML, and has told the caller so. */
  boolean isFailed() {
    return request.getContent(Exception.class) != null;
  }

  /** The rest of the chain runs to its end, above a stream that keeps what is written. */
  @Override
  byte[] held() {
    byte[] known = made;
    if (known != null) {
      return known;
    }
    if (isFailed()) {
      throw new IllegalStateException("the request cannot be written");
    }
    ByteArrayOutputStream xml = new ByteArrayOutputStream();
    request.setContent(OutputStream.class, xml);
    request.getInterceptorChain().doIntercept(request);
    if (isFailed()) {
      throw new IllegalStateException("the request cannot be written");
    }
    Objects.requireNonNull(call, "call").note();
    made = xml.toByteArray();
    return made;
  }

  /**
   * Ends the call: at the end of the chain, where CXF would have sent the request, if no XML has
   * been asked for.
   */
  void end(Outcome outcome) throws IOException {
    if (made != null) {
      outcome.run();
      return;
    }
    request.setContent(OutputStream.class, new Ending(outcome));
    Interceptors.leaveOutXml(request.getInterceptorChain());
  }

  /** Takes the place of the stream of a message that is not written. Used by one thread. */
  private static final class Ending extends OutputStream {
    private @Nullable Outcome outcome; // null when it has run

    Ending(Outcome outcome) {
      this.outcome = outcome;
    }

    @Override
    public void write(int b) {
      throw new IllegalStateException(
          "Cannot return the XML of the request, because it was sent as values.");
    }

    @Override
    public void close() throws IOException {
      Outcome once = outcome;
      outcome = null;
      if (once != null) {
        once.run();
      }
    }
  }
}
