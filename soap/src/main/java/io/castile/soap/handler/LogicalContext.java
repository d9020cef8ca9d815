package io.castile.soap.handler;

import jakarta.xml.ws.LogicalMessage;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;

/** The context for logical handlers (Jakarta XML Web Services 4.0 §9.4.2). */
final class LogicalContext extends HandlerContext implements LogicalMessageContext {
  private final LogicalMessage message;

  LogicalContext(MessageContext properties, HandledMessage message) {
    super(properties);
    this.message = new PayloadMessage(message);
  }

  @Override
  public LogicalMessage getMessage() {
    return message;
  }
}
