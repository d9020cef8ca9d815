package io.castile.interop.samples;

import jakarta.annotation.Resource;
import jakarta.jws.HandlerChain;
import jakarta.jws.WebService;
import jakarta.xml.soap.SOAPHeader;
import jakarta.xml.ws.Action;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.AddressingFeature;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;
import org.w3c.dom.NodeList;

/** After {@code fromjava-wsaddressing} of Metro, {@code ws_addressing} of CXF. */
final class Addressing implements Sample {
  private static final String WSA = "http://www.w3.org/2005/08/addressing";

  /** The service. */
  @WebService(name = "Greeter", targetNamespace = "urn:greet")
  public interface Greeter {
    @Action(input = "urn:greet/in", output = "urn:greet/out")
    String greet(String name);

    String plain(String name);
  }

  /** Its implementation. */
  @HandlerChain(file = "actions.xml")
  @jakarta.xml.ws.soap.Addressing
  @WebService(
      endpointInterface = "io.castile.interop.samples.Addressing$Greeter",
      targetNamespace = "urn:greet",
      serviceName = "GreeterService",
      portName = "GreeterPort")
  public static class GreeterImpl implements Greeter {
    @Resource private WebServiceContext context;

    @Override
    public String greet(String name) {
      return "Hello " + name;
    }

    @Override
    public String plain(String name) {
      EndpointReference own = context.getEndpointReference();
      return name + " " + own.getClass().getSimpleName();
    }
  }

  /** Notes the actions that come. */
  public static class Actions implements SOAPHandler<SOAPMessageContext> {
    static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }

    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      if (!(Boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) {
        try {
          SOAPHeader header = context.getMessage().getSOAPHeader();
          NodeList found = header == null ? null : header.getElementsByTagNameNS(WSA, "Action");
          SEEN.add(
              found == null || found.getLength() == 0 ? "none" : found.item(0).getTextContent());
        } catch (jakarta.xml.soap.SOAPException e) {
          SEEN.add(e.toString());
        }
      }
      return true;
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}
  }

  @Override
  public void run(PrintStream out) throws Exception {
    Endpoint endpoint = Endpoint.create(new GreeterImpl());
    Sample.published(
        endpoint,
        address -> {
          Service service =
              Service.create(Sample.wsdl(address), new QName("urn:greet", "GreeterService"));
          Greeter on = service.getPort(Greeter.class, new AddressingFeature());
          out.println(on.greet("World"));
          out.println(on.plain("World"));
          Greeter off = service.getPort(Greeter.class, new AddressingFeature(false));
          out.println(off.greet("World"));
          Greeter byWsdl = service.getPort(Greeter.class);
          out.println(byWsdl.greet("World"));
          Actions.SEEN.forEach(out::println);
          EndpointReference reference = endpoint.getEndpointReference();
          out.println(service.getPort(reference, Greeter.class).greet("reference"));
          out.println(reference.getPort(Greeter.class, new AddressingFeature()).greet("itself"));
        });
  }
}
