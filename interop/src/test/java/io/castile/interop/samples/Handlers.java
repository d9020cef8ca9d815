package io.castile.interop.samples;

import jakarta.jws.HandlerChain;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.LogicalMessage;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.ResponseWrapper;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;

/** After {@code fromwsdlhandler} of Metro, {@code jaxws_handlers} of CXF. */
final class Handlers implements Sample {
  /** Notes what passes. */
  public static class Noting implements SOAPHandler<SOAPMessageContext> {
    static final List<String> NOTES = new CopyOnWriteArrayList<>();

    private final String name;

    /** Of the file of handlers. */
    public Noting() {
      this("server");
    }

    Noting(String name) {
      this.name = name;
    }

    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }

    private void note(String what, SOAPMessageContext context) {
      Object outbound = context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY);
      Object port = ((QName) context.get(MessageContext.WSDL_PORT)).getLocalPart();
      NOTES.add(name + " " + what + " " + outbound + " " + port);
    }

    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      note("message", context);
      return true;
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      note("fault", context);
      return true;
    }

    @Override
    public void close(MessageContext context) {
      NOTES.add(name + " close");
    }
  }

  /** Has its handlers in a file. */
  @HandlerChain(file = "noting.xml")
  @WebService(
      name = "AddNumbers",
      targetNamespace = "urn:add",
      serviceName = "AddNumbersService",
      portName = "AddNumbersPort")
  public static class HandledImpl extends AddNumbersImpl {
    @WebResult(targetNamespace = "")
    @RequestWrapper(
        localName = "addNumbers",
        targetNamespace = "urn:add",
        className = "io.castile.interop.samples.AddRequest")
    @ResponseWrapper(
        localName = "addNumbersResponse",
        targetNamespace = "urn:add",
        className = "io.castile.interop.samples.AddResponse")
    @Override
    public int addNumbers(
        @WebParam(name = "arg0", targetNamespace = "") int first,
        @WebParam(name = "arg1", targetNamespace = "") int second)
        throws AddNumbersException {
      return super.addNumbers(first, second);
    }
  }

  /** Adds small numbers itself. */
  static final class Small implements LogicalHandler<LogicalMessageContext> {
    @Override
    public boolean handleMessage(LogicalMessageContext context) {
      if (!(Boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) {
        return true;
      }
      try {
        JAXBContext binding = JAXBContext.newInstance(AddRequest.class, AddResponse.class);
        LogicalMessage message = context.getMessage();
        if (!(message.getPayload(binding) instanceof AddRequest request)
            || request.getArg0() < 0
            || request.getArg0() > 10) {
          return true;
        }
        AddResponse response = new AddResponse();
        response.setReturn(1000 + request.getArg0() + request.getArg1());
        message.setPayload(response, binding);
        return false;
      } catch (JAXBException e) {
        throw new ProtocolException(e);
      }
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}
  }

  @SuppressWarnings("rawtypes") // the API's own
  @Override
  public void run(PrintStream out) throws Exception {
    Sample.published(
        Endpoint.create(new HandledImpl()),
        address -> {
          AddNumbersService service = new AddNumbersService(Sample.wsdl(address));
          service.setHandlerResolver(
              info -> {
                out.println(info.getPortName() + " of " + info.getServiceName());
                return new ArrayList<Handler>(List.of(new Noting("client"), new Small()));
              });
          AddNumbers port = service.getAddNumbersPort();
          out.println(port.addNumbers(100, 2));
          show(out);
          out.println(port.addNumbers(1, 2)); // of the handler
          show(out);
          try {
            port.addNumbers(-1, 2);
          } catch (AddNumbersException e) {
            out.println(e.getMessage());
          }
          show(out);
        });
  }

  private static void show(PrintStream out) {
    Noting.NOTES.forEach(note -> out.println("  " + note));
    Noting.NOTES.clear();
  }
}
