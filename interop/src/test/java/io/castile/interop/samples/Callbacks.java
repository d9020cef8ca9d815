package io.castile.interop.samples;

import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.io.PrintStream;
import javax.xml.namespace.QName;

/** After {@code callback} of CXF: a reference to an endpoint as a parameter. */
final class Callbacks implements Sample {
  /** Is called back. */
  @WebService(name = "Listener", targetNamespace = "urn:back")
  public interface Listener {
    String told(String text);
  }

  /** Calls back. */
  @WebService(name = "Teller", targetNamespace = "urn:back")
  public interface Teller {
    String tell(W3CEndpointReference listener);
  }

  /** Is called back. */
  @WebService(
      endpointInterface = "io.castile.interop.samples.Callbacks$Listener",
      targetNamespace = "urn:back",
      serviceName = "ListenerService",
      portName = "ListenerPort")
  public static class ListenerImpl implements Listener {
    @Override
    public String told(String text) {
      return "heard " + text;
    }
  }

  /** Calls back. */
  @WebService(
      endpointInterface = "io.castile.interop.samples.Callbacks$Teller",
      targetNamespace = "urn:back",
      serviceName = "TellerService",
      portName = "TellerPort")
  public static class TellerImpl implements Teller {
    @Override
    public String tell(W3CEndpointReference listener) {
      return listener.getPort(Listener.class).told("news");
    }
  }

  @Override
  public void run(PrintStream out) throws Exception {
    Endpoint listener = Endpoint.create(new ListenerImpl());
    Sample.published(
        listener,
        address ->
            Sample.published(
                Endpoint.create(new TellerImpl()),
                there -> {
                  Service service =
                      Service.create(Sample.wsdl(there), new QName("urn:back", "TellerService"));
                  W3CEndpointReference reference =
                      listener.getEndpointReference(W3CEndpointReference.class);
                  out.println(service.getPort(Teller.class).tell(reference));
                }));
  }
}
