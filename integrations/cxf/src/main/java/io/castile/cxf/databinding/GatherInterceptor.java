package io.castile.cxf.databinding;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.cxf.interceptor.StaxOutInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Has the container of a service gather what is written of an answer, until it has as much as it
 * sends at once: {@link PartWriter} has to flush CXF's writer of XML, which would flush the
 * container, so that the beginning of each message would leave in a packet of its own. Thread-safe.
 */
final class GatherInterceptor extends AbstractPhaseInterceptor<Message> {
  GatherInterceptor() {
    super(Phase.PRE_STREAM);
    addBefore(StaxOutInterceptor.class.getName());
  }

  @Override
  public void handleMessage(Message message) {
    OutputStream out = message.getContent(OutputStream.class);
    if (out != null && !MessageUtils.isRequestor(message)) {
      message.setContent(OutputStream.class, new Gathered(out));
    }
  }

  /** The stream of an answer. Used by one thread. */
  private static final class Gathered extends FilterOutputStream {
    /** The size above which the container sends more packets if it gathers than if it does not. */
    private static final int MAX_BYTES = 64 << 10;

    /** The most that Jetty gathers of one write, as it comes. */
    private static final int PIECE_BYTES = 8 << 10;

    Gathered(OutputStream out) {
      super(out);
    }

    /** Does nothing: all is sent when the container has enough of it, or the stream is closed. */
    @Override
    public void flush() {
      // The code that has written a message closes the stream.
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
      if (length > MAX_BYTES) {
        out.write(bytes, start, length);
        return;
      }
      int end = start + length;
      for (int at = start; at < end; at += PIECE_BYTES) {
        out.write(bytes, at, Math.min(PIECE_BYTES, end - at));
      }
    }

    @Override
    public void close() throws IOException {
      out.close(); // which flushes
    }
  }
}
