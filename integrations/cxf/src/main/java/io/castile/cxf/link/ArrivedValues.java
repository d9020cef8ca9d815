package io.castile.cxf.link;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.SoapRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.apache.cxf.binding.soap.interceptor.SoapActionInInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;

/**
 * Gives a service's chain the values of a request, when those interceptors have run that may add
 * others. Whatever wants the XML nevertheless gets it, as the codec of the operation writes it. In
 * the chain of one request.
 */
final class ArrivedValues extends AbstractPhaseInterceptor<Message> {
  private final ReadValues values;
  private final WrittenXml xml;

  private ArrivedValues(ReadValues values, WrittenXml xml) {
    super(Phase.PRE_STREAM);
    this.values = values;
    this.xml = xml;
  }

  /** Has a chain that begins go on with values. */
  static void take(Message message, TypedOperation typed, SoapRequest request) {
    Object value = Objects.requireNonNull(request.writtenValues(), "values")[0];
    WrittenXml xml = new WrittenXml(request);
    message.setContent(InputStream.class, xml);
    message.getInterceptorChain().add(new ArrivedValues(new ReadValues(typed, value), xml));
  }

  @Override
  public void handleMessage(Message message) {
    if (!xml.isRead()
        && message.getContent(InputStream.class) == xml
        && Interceptors.mayArriveAsValues(message)
        && isFor(SoapActionInInterceptor.getSoapAction(message))) {
      message.removeContent(InputStream.class);
      values.give(message);
    }
  }

  /** With the action of another operation it is for CXF's chain to say what is called. */
  private boolean isFor(@Nullable String action) {
    return action == null || action.isEmpty() || action.equals(values.typed().action());
  }

  /** The message, which is written when its first byte is asked for. Used by one thread. */
  private static final class WrittenXml extends InputStream {
    private final SoapRequest request;
    private @Nullable InputStream written; // null before it is asked for

    WrittenXml(SoapRequest request) {
      this.request = request;
    }

    boolean isRead() {
      return written != null;
    }

    private InputStream written() throws IOException {
      InputStream known = written;
      if (known == null) {
        try {
          known = new ByteArrayInputStream(request.bytes());
        } catch (SoapException e) {
          throw new IOException(e.getMessage(), e);
        }
        written = known;
      }
      return known;
    }

    @Override
    public int read() throws IOException {
      return written().read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      return written().read(bytes, from, length);
    }

    @Override
    public int available() throws IOException {
      return written().available();
    }
  }
}
