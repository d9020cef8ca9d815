package io.castile.interop.samples;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.PrintStream;
import java.util.Iterator;
import javax.xml.namespace.QName;

/** After {@code fromwsdl} and {@code fromwsdl-soap12} of Metro, {@code wsdl_first} of CXF. */
final class FromWsdl implements Sample {
  private final String binding;

  FromWsdl(String binding) {
    this.binding = binding;
  }

  @Override
  public void run(PrintStream out) throws Exception {
    Endpoint endpoint = Endpoint.create(binding, new AddNumbersImpl());
    out.println(endpoint.isPublished());
    Sample.published(
        endpoint,
        address -> {
          out.println(endpoint.isPublished());
          AddNumbersService service = new AddNumbersService(Sample.wsdl(address));
          for (Iterator<QName> ports = service.getPorts(); ports.hasNext(); ) {
            out.println(ports.next());
          }
          AddNumbers port = service.getAddNumbersPort();
          BindingProvider provider = (BindingProvider) port;
          out.println(
              address.equals(
                  provider.getRequestContext().get(BindingProvider.ENDPOINT_ADDRESS_PROPERTY)));
          out.println(provider.getBinding().getBindingID().equals(binding));
          out.println(((SOAPBinding) provider.getBinding()).getRoles().size());
          out.println(port.addNumbers(10, 20));
          try {
            port.addNumbers(-10, 20);
          } catch (AddNumbersException e) {
            out.println(e.getMessage() + "; " + e.getFaultInfo().getDetail());
          }
          try {
            port.addNumbers(404, 0);
          } catch (SOAPFaultException e) {
            out.println(e.getFault().getFaultString());
          }
        });
    out.println(endpoint.isPublished());
  }
}
