package io.castile.interop.cxf;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.cxf.interceptor.StaxOutInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** Keeps the bytes of the last message that one end has sent. */
final class Wire extends AbstractPhaseInterceptor<Message> {
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  Wire() {
    super(Phase.PRE_STREAM);
    addBefore(StaxOutInterceptor.class.getName());
  }

  @Override
  public void handleMessage(Message message) {
    sent.reset();
    message.setContent(OutputStream.class, new Copying(message.getContent(OutputStream.class)));
  }

  String sent() {
    return sent.toString(StandardCharsets.UTF_8);
  }

  private final class Copying extends FilterOutputStream {
    Copying(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int octet) throws IOException {
      sent.write(octet);
      out.write(octet);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      sent.write(bytes, from, length);
      out.write(bytes, from, length);
    }
  }
}
