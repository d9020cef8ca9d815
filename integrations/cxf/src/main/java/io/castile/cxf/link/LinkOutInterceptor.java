package io.castile.cxf.link;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ResourceBundle;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.common.i18n.BundleUtils;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.common.gzip.GZIPOutInterceptor;

/**
 * Holds messages that leave, right above the stream that sends them: what signs, logs or compresses
 * them comes behind, and writes to what is held. Thread-safe.
 */
final class LinkOutInterceptor extends AbstractPhaseInterceptor<Message> {
  private static final ResourceBundle TEXTS = BundleUtils.getBundle(MessageSenderInterceptor.class);

  private final ClientLink client;

  LinkOutInterceptor(ClientLink client) {
    super(Phase.PREPARE_SEND);
    addAfter(MessageSenderInterceptor.class.getName());
    addBefore(GZIPOutInterceptor.class.getName());
    this.client = client;
  }

  @Override
  public void handleMessage(Message message) {
    OutputStream out = message.getContent(OutputStream.class);
    if (out == null || !(message instanceof SoapMessage soap)) {
      return;
    }
    if (!MessageUtils.isRequestor(message)) {
      ServedCall call = message.getExchange().get(ServedCall.class);
      if (call != null) {
        call.hold(message, out);
      }
      return;
    }
    try {
      client.hold(soap, out);
    } catch (IOException e) { // as MessageSenderInterceptor says it
      throw new Fault(new org.apache.cxf.common.i18n.Message("COULD_NOT_SEND", TEXTS), e);
    }
  }
}
