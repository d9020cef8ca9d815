package io.castile.cxf;

import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.cxf.endpoint.AbstractEndpointFactory;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;

/** What wants the XML of messages, or may want it. */
final class Reasons {
  private Reasons() {}

  /** Looks at nothing, which the link cannot know. */
  static final class Unknown extends AbstractPhaseInterceptor<Message> {
    Unknown(String phase) {
      super(phase);
    }

    @Override
    public void handleMessage(Message message) {
      // Nothing.
    }
  }

  /** Looks at the message. */
  static final class Protocol implements SOAPHandler<SOAPMessageContext> {
    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }

    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      return context.getMessage() != null;
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}
  }

  /** Looks at the body. */
  static final class Logical implements LogicalHandler<LogicalMessageContext> {
    @Override
    public boolean handleMessage(LogicalMessageContext context) {
      return context.getMessage().getPayload() != null;
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}
  }

  static void property(AbstractEndpointFactory factory, String name, Object value) {
    Map<String, Object> properties = new HashMap<>(Map.of(name, value));
    if (factory.getProperties() != null) {
      properties.putAll(factory.getProperties());
    }
    factory.setProperties(properties);
  }

  static void feature(List<Feature> features, Feature added) {
    features.add(added);
  }
}
