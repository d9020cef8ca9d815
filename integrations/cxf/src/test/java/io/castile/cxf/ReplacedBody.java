package io.castile.cxf;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** Puts another message in the place of the one that came. */
final class ReplacedBody extends AbstractPhaseInterceptor<Message> {
  private final String text;

  ReplacedBody(String text) {
    super(Phase.RECEIVE);
    this.text = text;
  }

  @Override
  public void handleMessage(Message message) {
    message.setContent(
        InputStream.class, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
