package io.castile.jaxws;

import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebEndpoint;
import jakarta.xml.ws.WebServiceClient;
import jakarta.xml.ws.WebServiceFeature;
import java.net.URL;
import javax.xml.namespace.QName;

/** As generators write it. */
@WebServiceClient(
    name = "QuoteService",
    targetNamespace = "urn:quotes",
    wsdlLocation = "io/castile/jaxws/quotes.wsdl")
public class QuoteService extends Service {
  static final URL WSDL = QuoteService.class.getResource("quotes.wsdl");
  static final QName SERVICE = new QName("urn:quotes", "QuoteService");
  static final QName PORT = new QName("urn:quotes", "QuotePort");
  static final QName PORT_12 = new QName("urn:quotes", "QuotePort12");

  public QuoteService() {
    super(WSDL, SERVICE);
  }

  public QuoteService(WebServiceFeature... features) {
    super(WSDL, SERVICE, features);
  }

  public QuoteService(URL wsdl) {
    super(wsdl, SERVICE);
  }

  @WebEndpoint(name = "QuotePort")
  public Quotes getQuotePort() {
    return super.getPort(PORT, Quotes.class);
  }

  @WebEndpoint(name = "QuotePort")
  public Quotes getQuotePort(WebServiceFeature... features) {
    return super.getPort(PORT, Quotes.class, features);
  }

  @WebEndpoint(name = "QuotePort12")
  public Quotes getQuotePort12() {
    return super.getPort(PORT_12, Quotes.class);
  }
}
