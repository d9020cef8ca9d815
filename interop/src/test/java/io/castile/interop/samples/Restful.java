package io.castile.interop.samples;

import jakarta.activation.DataSource;
import jakarta.annotation.Resource;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.http.HTTPBinding;
import jakarta.xml.ws.http.HTTPException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;

/** After {@code restful} of Metro, {@code restful_dispatch} of CXF: XML over HTTP without SOAP. */
final class Restful implements Sample {
  private static final QName PORT = new QName("urn:add", "AddNumbersPort");

  /** Adds the numbers of the query, of the path, or of the content. */
  @WebServiceProvider
  @BindingType(HTTPBinding.HTTP_BINDING)
  @ServiceMode(Service.Mode.PAYLOAD)
  public static class Adder implements Provider<Source> {
    @Resource private WebServiceContext context;

    @Override
    public Source invoke(Source request) {
      MessageContext message = context.getMessageContext();
      String query = (String) message.get(MessageContext.QUERY_STRING);
      String path = (String) message.get(MessageContext.PATH_INFO);
      String method = (String) message.get(MessageContext.HTTP_REQUEST_METHOD);
      if (query != null && query.contains("num1=")) {
        return sum(method, query);
      }
      if (path != null && path.contains("/num1")) {
        return sum(method, path);
      }
      if (method.equals("POST")) {
        return sum(method, text(request));
      }
      throw new HTTPException(404);
    }

    private static Source sum(String method, String numbers) {
      String[] found = numbers.replaceAll("num[0-9]", "").strip().split("[^0-9]+");
      int sum = 0;
      for (String number : found) {
        sum += number.isEmpty() ? 0 : Integer.parseInt(number);
      }
      String by = method.equals("POST") ? "" : "<by>" + method + "</by>";
      return new StreamSource(
          new StringReader(
              "<a:addNumbersResponse xmlns:a='urn:add'><return>"
                  + sum
                  + "</return>"
                  + by
                  + "</a:addNumbersResponse>"));
    }
  }

  /** Answers with the bytes that came, and their type. */
  @WebServiceProvider
  @BindingType(HTTPBinding.HTTP_BINDING)
  @ServiceMode(Service.Mode.MESSAGE)
  public static class Bytes implements Provider<DataSource> {
    @Override
    public DataSource invoke(DataSource request) {
      return request;
    }
  }

  /** Bytes of a type. */
  private record Data(byte[] bytes, String getContentType) implements DataSource {
    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public OutputStream getOutputStream() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String getName() {
      return "data";
    }
  }

  private static String text(Source source) {
    try {
      DOMResult read = new DOMResult();
      TransformerFactory.newInstance().newTransformer().transform(source, read);
      return read.getNode().getFirstChild().getTextContent().strip();
    } catch (TransformerException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Service service(String address) {
    Service service = Service.create(new QName("urn:add", "AddNumbersService"));
    service.addPort(PORT, HTTPBinding.HTTP_BINDING, address);
    return service;
  }

  @Override
  public void run(PrintStream out) throws Exception {
    Sample.published(
        Endpoint.create(HTTPBinding.HTTP_BINDING, new Adder()),
        address -> {
          sources(address, out);
          objects(service(address), out);
        });
    Sample.published(
        Endpoint.create(HTTPBinding.HTTP_BINDING, new Bytes()),
        address -> attempt(out, "bytes", () -> echoed(service(address))));
  }

  private interface Step {
    Object done() throws Exception;
  }

  /** Prints what a step gives, or the status or exception that it ends with. */
  private static void attempt(PrintStream out, String name, Step step) {
    try {
      out.println(name + ": " + step.done());
    } catch (HTTPException e) {
      out.println(name + ": status " + e.getStatusCode());
    } catch (WebServiceException e) {
      out.println(name + ": WebServiceException");
    } catch (Exception e) {
      out.println(name + ": " + e.getClass().getSimpleName());
    }
  }

  private static void sources(String address, PrintStream out) throws Exception {
    Dispatch<Source> dispatch =
        service(address).createDispatch(PORT, Source.class, Service.Mode.PAYLOAD);
    Map<String, Object> context = dispatch.getRequestContext();
    attempt(out, "POST", () -> text(dispatch.invoke(request("7 8"))));
    attempt(
        out, "status", () -> dispatch.getResponseContext().get(MessageContext.HTTP_RESPONSE_CODE));
    context.put(MessageContext.HTTP_REQUEST_METHOD, "GET");
    context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address + "?num1=10&num2=20");
    attempt(out, "query", () -> text(dispatch.invoke(null)));
    context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address + "/num1/3/num2/4");
    attempt(out, "path", () -> text(dispatch.invoke(null)));
    context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address + "/nothing");
    attempt(out, "nothing there", () -> text(dispatch.invoke(null)));
    context.put(MessageContext.HTTP_REQUEST_METHOD, "POST");
    context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, Sample.address("/nobody"));
    attempt(out, "nobody there", () -> text(dispatch.invoke(request("1"))));
  }

  private static void objects(Service service, PrintStream out) throws Exception {
    Dispatch<Object> objects =
        service.createDispatch(
            PORT,
            JAXBContext.newInstance(AddRequest.class, AddResponse.class),
            Service.Mode.PAYLOAD);
    AddRequest request = new AddRequest();
    request.setArg0(42);
    attempt(out, "objects", () -> objects.invoke(request).getClass().getSimpleName());
  }

  private static String echoed(Service service) throws Exception {
    Dispatch<DataSource> bytes =
        service.createDispatch(PORT, DataSource.class, Service.Mode.MESSAGE);
    DataSource back =
        bytes.invoke(new Data("plain".getBytes(StandardCharsets.UTF_8), "text/plain"));
    return new String(back.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        + " "
        + back.getContentType().replaceAll(";.*", "");
  }

  private static Source request(String numbers) {
    return new StreamSource(new StringReader("<a:add xmlns:a='urn:add'>" + numbers + "</a:add>"));
  }
}
