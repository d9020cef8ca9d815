package io.castile.interop.samples;

import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebEndpoint;
import jakarta.xml.ws.WebServiceClient;
import jakarta.xml.ws.WebServiceFeature;
import java.net.URL;
import javax.xml.namespace.QName;

/** As generators write it. */
@WebServiceClient(name = "AddNumbersService", targetNamespace = "urn:add")
public class AddNumbersService extends Service {
  static final QName SERVICE = new QName("urn:add", "AddNumbersService");
  static final QName PORT = new QName("urn:add", "AddNumbersPort");

  public AddNumbersService(URL wsdl) {
    super(wsdl, SERVICE);
  }

  @WebEndpoint(name = "AddNumbersPort")
  public AddNumbers getAddNumbersPort() {
    return super.getPort(PORT, AddNumbers.class);
  }

  @WebEndpoint(name = "AddNumbersPort")
  public AddNumbers getAddNumbersPort(WebServiceFeature... features) {
    return super.getPort(PORT, AddNumbers.class, features);
  }
}
