package io.castile.spring.observe;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * Adds to requests of Apache CXF the header fields by which traces go on. It stands behind the
 * response cache, so that nothing is added where that answers.
 */
final class CxfTraceFields extends AbstractPhaseInterceptor<Message> {
  private final Calls calls;

  CxfTraceFields(Calls calls) {
    super(Phase.POST_LOGICAL);
    this.calls = calls;
  }

  @Override
  public void handleMessage(Message message) {
    Map<String, String> fields = calls.fields();
    if (fields.isEmpty()) {
      return;
    }
    Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Map<String, List<String>> known =
        CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
    if (known != null) {
      all.putAll(known);
    }
    fields.forEach((name, value) -> all.put(name, List.of(value)));
    message.put(Message.PROTOCOL_HEADERS, all);
  }
}
