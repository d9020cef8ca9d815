package io.castile.interop.samples;

import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import javax.xml.namespace.QName;

/** What applications do with contexts, properties and executors. */
final class Contexts implements Sample {
  /** The service. */
  @WebService(name = "Asked", targetNamespace = "urn:ask")
  public interface Asked {
    String ask(String header);
  }

  /** Its implementation. */
  @WebService(
      endpointInterface = "io.castile.interop.samples.Contexts$Asked",
      targetNamespace = "urn:ask",
      serviceName = "AskedService",
      portName = "AskedPort")
  public static class AskedImpl implements Asked {
    @Resource private WebServiceContext context;

    @Override
    public String ask(String header) {
      MessageContext message = context.getMessageContext();
      Map<?, ?> fields = (Map<?, ?>) message.get(MessageContext.HTTP_REQUEST_HEADERS);
      Object value = null;
      for (Map.Entry<?, ?> field : fields.entrySet()) {
        if (String.valueOf(field.getKey()).equalsIgnoreCase(header)) {
          value = field.getValue();
        }
      }
      return message.get(MessageContext.HTTP_REQUEST_METHOD)
          + " "
          + value
          + " "
          + message.get(MessageContext.WSDL_SERVICE)
          + " "
          + Thread.currentThread().getName();
    }
  }

  @Override
  public void run(PrintStream out) throws Exception {
    Endpoint endpoint = Endpoint.create(new AskedImpl());
    QName service = new QName("urn:ask", "OtherService");
    QName portName = new QName("urn:ask", "OtherPort");
    endpoint.setProperties(Map.of(Endpoint.WSDL_SERVICE, service, Endpoint.WSDL_PORT, portName));
    var threads = Executors.newSingleThreadExecutor(task -> new Thread(task, "mine"));
    endpoint.setExecutor(threads);
    Sample.published(
        endpoint,
        address -> {
          Asked port = Service.create(Sample.wsdl(address), service).getPort(portName, Asked.class);
          Map<String, Object> request = ((BindingProvider) port).getRequestContext();
          request.put(MessageContext.HTTP_REQUEST_HEADERS, Map.of("X-Asked", List.of("yes")));
          out.println(port.ask("X-Asked"));
          request.put(BindingProvider.USERNAME_PROPERTY, "alice");
          request.put(BindingProvider.PASSWORD_PROPERTY, "secret");
          out.println(port.ask("Authorization"));
          Map<String, Object> response = ((BindingProvider) port).getResponseContext();
          out.println(response.get(MessageContext.HTTP_RESPONSE_CODE));
        });
    threads.shutdown();
  }
}
