package io.castile.soap.exchange;

import io.castile.soap.exchange.internal.MessageForms;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.RequestOrigin;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Gives {@link Messages} the parts of messages that are in this package. */
final class MessageParts extends Messages.Access {
  @Override
  protected MessageForms forms(SoapMessage message) {
    return message.forms;
  }

  @Override
  protected @Nullable RequestOrigin origin(SoapRequest request) {
    return request.origin;
  }

  @Override
  protected void setOrigin(
      SoapRequest.Builder builder, RequestOrigin origin, @Nullable Principal sender) {
    builder.setOrigin(origin, sender);
  }

  @Override
  protected SoapRequest.Builder request(MessageForms forms, ExchangeContext context) {
    return new SoapRequest.Builder(forms, context);
  }

  @Override
  protected SoapResponse.Builder response(MessageForms forms, ExchangeContext context) {
    return new SoapResponse.Builder(forms, context);
  }
}
