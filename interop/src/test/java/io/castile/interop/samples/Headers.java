package io.castile.interop.samples;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import java.io.PrintStream;
import javax.xml.namespace.QName;

/** After {@code soap_header} and {@code wsdl_first_rpclit} of CXF. */
final class Headers implements Sample {
  /** The service. */
  @WebService(name = "Tester", targetNamespace = "urn:header")
  @SOAPBinding(style = SOAPBinding.Style.RPC)
  public interface Tester {
    @WebMethod
    String in(
        @WebParam(name = "name", partName = "name") String name,
        @WebParam(name = "token", partName = "token", header = true) String token);

    @WebMethod
    void inOut(
        @WebParam(name = "count", partName = "count", mode = WebParam.Mode.INOUT)
            Holder<Integer> count,
        @WebParam(name = "trace", partName = "trace", header = true, mode = WebParam.Mode.INOUT)
            Holder<String> trace,
        @WebParam(name = "said", partName = "said", mode = WebParam.Mode.OUT) Holder<String> said);
  }

  /** Its implementation. */
  @WebService(
      endpointInterface = "io.castile.interop.samples.Headers$Tester",
      targetNamespace = "urn:header",
      serviceName = "TesterService",
      portName = "TesterPort")
  public static class TesterImpl implements Tester {
    @Override
    public String in(String name, String token) {
      return name + " with " + token;
    }

    @Override
    public void inOut(Holder<Integer> count, Holder<String> trace, Holder<String> said) {
      count.value = count.value + 1;
      trace.value = trace.value + ".";
      said.value = "done";
    }
  }

  @Override
  public void run(PrintStream out) throws Exception {
    Sample.published(
        Endpoint.create(new TesterImpl()),
        address -> {
          Service service =
              Service.create(Sample.wsdl(address), new QName("urn:header", "TesterService"));
          Tester port = service.getPort(new QName("urn:header", "TesterPort"), Tester.class);
          out.println(port.in("name", "token"));
          Holder<Integer> count = new Holder<>(1);
          Holder<String> trace = new Holder<>("trace");
          Holder<String> said = new Holder<>();
          port.inOut(count, trace, said);
          out.println(count.value + " " + trace.value + " " + said.value);
        });
  }
}
