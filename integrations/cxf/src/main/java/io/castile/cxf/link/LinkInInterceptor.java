package io.castile.cxf.link;

import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** Takes messages that come before anything else looks at them. Thread-safe. */
final class LinkInInterceptor extends AbstractPhaseInterceptor<Message> {
  private final ServerLink server;

  LinkInInterceptor(ServerLink server) {
    super(Phase.RECEIVE);
    addBefore("*"); // all others
    this.server = server;
  }

  @Override
  public void handleMessage(Message message) {
    if (!MessageUtils.isRequestor(message)) {
      server.answer(message);
      return;
    }
    LinkedCall call = message.getExchange().get(LinkedCall.class);
    if (call != null) {
      call.received(message);
      message.getInterceptorChain().abort(); // the exchange is that of one sending only
      return;
    }
    ReadValues values = message.get(ReadValues.class);
    if (values != null) {
      values.give(message);
    }
  }
}
