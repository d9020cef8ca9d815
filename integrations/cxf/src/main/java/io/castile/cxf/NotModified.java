package io.castile.cxf;

import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Ends the way in of a 304 that the cache has asked for: it has no message, which CXF would warn of
 * as of one that cannot be read.
 */
final class NotModified extends AbstractPhaseInterceptor<Message> {
  static final int STATUS = 304;

  /** In an exchange: that the cache has made the request conditional. */
  private static final String ASKED = NotModified.class.getName();

  NotModified() {
    super(Phase.RECEIVE);
  }

  /** Says before a request is sent whether the cache has made it conditional. */
  static void expect(Exchange exchange, boolean isConditional) {
    if (isConditional) {
      exchange.put(ASKED, Boolean.TRUE);
    } else {
      exchange.remove(ASKED);
    }
  }

  @Override
  public void handleMessage(Message message) {
    if (MessageUtils.isRequestor(message)
        && message.getExchange().get(ASKED) != null
        && Integer.valueOf(STATUS).equals(message.getExchange().get(Message.RESPONSE_CODE))) {
      message.getInterceptorChain().abort();
    }
  }
}
