package io.castile.cxf.link;

import java.util.List;
import java.util.Map;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.http.Headers;

/**
 * Says beside faults of a server that the request, which came as a delta, was understood: the
 * client would send it whole otherwise. Thread-safe.
 */
final class LinkFaultInterceptor extends AbstractPhaseInterceptor<Message> {
  LinkFaultInterceptor() {
    super(Phase.SETUP);
  }

  @Override
  public void handleMessage(Message fault) {
    BesideFault said = fault.getExchange().get(BesideFault.class);
    if (said == null || MessageUtils.isRequestor(fault)) {
      return;
    }
    Map<String, List<String>> fields = Headers.getSetProtocolHeaders(fault);
    said.fields().toMap().forEach((name, value) -> fields.put(name, List.of(value)));
  }

  /** The note beside a fault, in an exchange of a server. */
  record BesideFault(io.castile.soap.Headers fields) {}
}
