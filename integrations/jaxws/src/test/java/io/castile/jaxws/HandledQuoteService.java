package io.castile.jaxws;

import jakarta.jws.HandlerChain;
import jakarta.xml.ws.Service;

/** With a file of handlers, as generators write it where the bindings say so. */
@HandlerChain(file = "handlers.xml")
public class HandledQuoteService extends Service {
  public HandledQuoteService() {
    super(QuoteService.WSDL, QuoteService.SERVICE);
  }

  public Quotes getQuotePort() {
    return super.getPort(QuoteService.PORT, Quotes.class);
  }
}
