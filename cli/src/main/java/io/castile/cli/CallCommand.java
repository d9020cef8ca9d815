package io.castile.cli;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.Castile;
import io.castile.DispatchBuilder;
import io.castile.soap.SoapVersion;
import io.castile.wsdl.Description;
import io.castile.wsdl.model.Binding;
import io.castile.wsdl.model.BindingOperation;
import io.castile.wsdl.model.Port;
import io.castile.wsdl.model.Protocol;
import io.castile.wsdl.model.Service;
import io.castile.wsdl.value.OperationValues;
import io.castile.wsdl.value.ValueException;
import io.castile.xml.XmlException;
import io.castile.xml.XmlReader;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile call}. */
@Command(
    name = "call",
    description =
        "Calls an operation that a WSDL describes, and prints the answer. Arguments are checked by"
            + " the schema: castile call shop.wsdl order items[0].sku=pen note='by air'. Exit code"
            + " 0: answered; 1: a fault, or no answer; 2: the arguments are wrong.")
final class CallCommand implements Callable<Integer> {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  @Spec private CommandSpec spec;

  @Mixin private WsdlOptions source;

  @Parameters(index = "1", paramLabel = "OPERATION", description = "Which operation.")
  private String operation = "";

  @Parameters(
      index = "2..*",
      paramLabel = "NAME=VALUE",
      description =
          "Arguments, as a.b=value for a field b of a, a[0]=value for an item, a=@FILE for what is"
              + " in a file, @a=value for an attribute.")
  private List<String> arguments = List.of();

  @ArgGroup private @Nullable Input input;

  /** Where arguments are, if not on the command line. */
  static final class Input {
    @Option(
        names = "--arguments",
        paramLabel = "FILE|-",
        description = "Arguments as one JSON object; - for standard input.")
    private @Nullable String json;

    @Option(
        names = "--xml",
        paramLabel = "FILE|-",
        description = "What is in the body, as it is; - for standard input.")
    private @Nullable String xml;
  }

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "Call this address, not the one that the WSDL says.")
  private @Nullable String endpoint;

  @Option(names = "--port", paramLabel = "NAME", description = "Call by this port.")
  private @Nullable String port;

  @Option(
      names = "--header",
      paramLabel = "NAME:VALUE",
      description = "Send this header field of HTTP, too.")
  private List<String> headers = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Wait for the answer no longer; 60 by default.")
  private int timeout = 60;

  @Option(
      names = "--template",
      description = "Print an example of what is in the body of the request, and call nothing.")
  private boolean template;

  @Option(names = "--raw", description = "Print what is in the body of the answer as XML.")
  private boolean raw;

  @Mixin private JsonOption json;

  /** What is called, and how. */
  private record Target(BindingOperation operation, Protocol protocol, String address) {}

  @Override
  public Integer call() throws Exception {
    Description description = WsdlCommand.read(source, spec);
    Target target = target(description);
    OperationValues values = description.values(target.operation());
    PrintWriter out = spec.commandLine().getOut();
    try {
      if (template) {
        out.print(values.template());
        out.flush();
        return 0;
      }
      return sent(target, values, checked(values), out);
    } catch (UnsupportedOperationException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private byte[] checked(OperationValues values) throws IOException {
    try {
      return request(values);
    } catch (ValueException | XmlException e) {
      throw usage(e.getMessage() + "; --template prints an example");
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), "castile: " + message);
  }

  private Target target(Description description) {
    List<String> ports = new ArrayList<>();
    for (Service service : description.services()) {
      for (Port each : service.ports()) {
        if (!each.binding().protocol().isSoap()) {
          continue;
        }
        ports.add(each.name());
        BindingOperation found = operation(each.binding());
        if (found != null && (port == null || port.equals(each.name()))) {
          String address = endpoint == null ? each.address() : endpoint;
          return new Target(found, each.binding().protocol(), address);
        }
      }
    }
    for (Binding binding : description.bindings()) { // which no port has
      BindingOperation found = binding.protocol().isSoap() ? operation(binding) : null;
      if (found != null && port == null && endpoint != null) {
        return new Target(found, binding.protocol(), endpoint);
      }
    }
    throw usage(
        "no port of SOAP"
            + (port == null ? "" : " with the name " + port)
            + " has operation "
            + operation
            + "; there are "
            + (port == null
                ? "operations " + String.join(", ", WsdlText.operationNames(description))
                : "ports " + String.join(", ", ports)));
  }

  private @Nullable BindingOperation operation(Binding binding) {
    return binding.operations().stream()
        .filter(each -> each.operation().name().equals(operation))
        .findFirst()
        .orElse(null);
  }

  private byte[] request(OperationValues values) throws IOException {
    if (input != null && input.xml != null) {
      return content(input.xml);
    }
    CallArguments given = new CallArguments();
    if (input != null && input.json != null) {
      given.values().putAll(fields(content(input.json)));
    }
    for (String argument : arguments) {
      try {
        given.add(argument);
      } catch (IllegalArgumentException e) {
        throw usage(e.getMessage());
      } catch (IOException e) {
        throw usage(Failures.message(e));
      }
    }
    return values.request(given.values());
  }

  private Map<String, Object> fields(byte[] text) throws IOException {
    try {
      Map<String, Object> fields =
          JSON.readValue(text, new TypeReference<Map<String, Object>>() {});
      if (fields != null) {
        return fields;
      }
    } catch (JacksonException e) {
      throw usage("expected one JSON object, " + e.getOriginalMessage() + " (--arguments)");
    }
    throw usage("expected one JSON object, found null (--arguments)");
  }

  private byte[] content(String file) throws IOException {
    if (file.equals("-")) {
      return System.in.readAllBytes();
    }
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (IOException e) {
      throw Failures.unreadable(spec.commandLine(), Path.of(file), e);
    }
  }

  private int sent(Target target, OperationValues values, byte[] request, PrintWriter out)
      throws Exception {
    Dispatch<Source> dispatch;
    try {
      dispatch = dispatch(target);
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage());
    }
    Source payload =
        request.length == 0 ? null : new StreamSource(new ByteArrayInputStream(request));
    try {
      if (target.operation().operation().isOneWay()) {
        dispatch.invokeOneWay(payload);
        if (json.isGiven()) {
          JsonOption.print(Map.of(), out);
        }
        return 0;
      }
      print(dispatch.invoke(payload), values, out);
      return 0;
    } catch (SOAPFaultException e) {
      fault(e.getFault(), out);
      return 1;
    } finally {
      if (dispatch instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }

  private Dispatch<Source> dispatch(Target target) {
    DispatchBuilder<Source> builder =
        Castile.dispatch(Source.class)
            .endpoint(target.address())
            .soapVersion(
                target.protocol() == Protocol.SOAP_1_2
                    ? SoapVersion.SOAP_1_2
                    : SoapVersion.SOAP_1_1)
            .readTimeout(Duration.ofSeconds(timeout))
            .callTimeout(Duration.ofSeconds(timeout));
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon <= 0) {
        throw usage("expected NAME:VALUE, found '" + header + "' (--header)");
      }
      builder.header(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
    }
    Dispatch<Source> dispatch = builder.build();
    dispatch.getRequestContext().put(BindingProvider.SOAPACTION_USE_PROPERTY, true);
    dispatch
        .getRequestContext()
        .put(BindingProvider.SOAPACTION_URI_PROPERTY, target.operation().action());
    return dispatch;
  }

  private void print(@Nullable Source answer, OperationValues values, PrintWriter out)
      throws IOException, TransformerException {
    byte[] bytes = answer == null ? new byte[0] : bytes(answer);
    if (raw) {
      out.println(new String(bytes, StandardCharsets.UTF_8));
      out.flush();
      return;
    }
    Map<String, Object> results = Map.of();
    if (bytes.length > 0) {
      XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
      in.nextChild(null);
      results = values.readResponse(in);
    }
    if (json.isGiven()) {
      JsonOption.print(ValueText.json(results), out);
    } else {
      ValueText.print(results, "", out);
      out.flush();
    }
  }

  private static byte[] bytes(Source source) throws IOException, TransformerException {
    if (source instanceof StreamSource stream && stream.getInputStream() != null) {
      try (InputStream in = stream.getInputStream()) {
        return in.readAllBytes();
      }
    }
    Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    transformer.transform(source, new StreamResult(bytes));
    return bytes.toByteArray();
  }

  /** Says what a fault says. */
  private void fault(SOAPFault fault, PrintWriter out) throws Exception {
    String detail = fault.getDetail() == null ? "" : fault.getDetail().getTextContent().strip();
    if (json.isGiven()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("code", fault.getFaultCodeAsQName().toString());
      row.put("reason", fault.getFaultString());
      row.put("detail", detail);
      JsonOption.print(Map.of("fault", row), out);
      return;
    }
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        "castile: fault "
            + fault.getFaultCodeAsQName().getLocalPart()
            + ": "
            + fault.getFaultString());
    if (!detail.isEmpty()) {
      err.println("  " + detail.replaceAll("\\s+", " "));
    }
    err.flush();
  }
}
