package io.castile.cli;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.AbstractClientBuilder;
import io.castile.Castile;
import io.castile.DispatchBuilder;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.dynamic.DynamicClient;
import io.castile.dynamic.DynamicClientBuilder;
import io.castile.dynamic.DynamicFaultException;
import io.castile.dynamic.DynamicOptions;
import io.castile.soap.SoapVersion;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.value.OperationValues;
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
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import javax.xml.namespace.QName;
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
  /** Made where arguments are read. */
  private static final class Json {
    static final ObjectMapper MAPPER =
        new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
  }

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

  @Mixin private PortOptions port;

  @Option(
      names = "--soap-header",
      paramLabel = "NAME=VALUE",
      description =
          "Send this header block, too: NAME as the WSDL has it, or {namespace}name; a.b=value for"
              + " a field b.")
  private List<String> blocks = List.of();

  @Option(names = "--mtom", description = "Send binary data in parts beside the message (MTOM).")
  private boolean mtom;

  @Option(
      names = "--cache",
      paramLabel = "POLICY",
      description = "Answer calls from a response cache with this policy; for --repeat.")
  private @Nullable Path policy;

  @Option(names = "--time", description = "Say on standard error how long the call took.")
  private boolean time;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Call N times, one after the other, and say how long the calls took.")
  private int repeat = 1;

  @Option(
      names = "--template",
      description = "Print an example of what is in the body of the request, and call nothing.")
  private boolean template;

  @Option(names = "--raw", description = "Print what is in the body of the answer as XML.")
  private boolean raw;

  @Mixin private JsonOption json;

  /**
   * The operation that is called, and how.
   *
   * @param service which has the port; null for a binding that no port has
   */
  private record Target(
      BindingOperation operation,
      Protocol protocol,
      @Nullable QName service,
      String port,
      String address) {}

  @Override
  public Integer call() throws Exception {
    Description description = WsdlCommand.read(source, true, port.usernameToken(), spec);
    WsdlCommand.tellLocation(source, description, spec);
    Target target = target(description);
    OperationValues values = Descriptions.values(description, target.operation());
    PrintWriter out = spec.commandLine().getOut();
    try {
      if (template) {
        out.print(values.template());
        out.flush();
        return 0;
      }
      if (repeat < 1) {
        throw usage("expected a positive number of calls, found " + repeat + " (--repeat)");
      }
      return raw || (input != null && input.xml != null)
          ? sentRaw(target, values, checked(values), out)
          : called(description, target, values, out);
    } catch (UnsupportedOperationException e) {
      throw new IOException(e.getMessage(), e);
    } catch (UncheckedIOException e) { // of schemas that cannot be read
      throw e.getCause();
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
    for (Service service : Descriptions.services(description)) {
      for (Port each : service.ports()) {
        if (!each.binding().protocol().isSoap()) {
          continue;
        }
        ports.add(each.name());
        BindingOperation found = operation(each.binding());
        if (found != null && port.takes(each.name())) {
          return new Target(
              found,
              each.binding().protocol(),
              service.name(),
              each.name(),
              port.address(each.address()));
        }
      }
    }
    for (Binding binding : Descriptions.bindings(description)) { // which no port has
      BindingOperation found = binding.protocol().isSoap() ? operation(binding) : null;
      if (found != null && port.name() == null && (port.isElsewhere() || template)) {
        String name = binding.name().getLocalPart();
        return new Target(found, binding.protocol(), null, name, port.address(""));
      }
    }
    WsdlCommand.tellErrors(description, spec); // one of which may have left it out
    throw usage(
        "expected an operation of a port of SOAP"
            + (port.name() == null ? "" : " with the name " + port.name())
            + ", found "
            + operation
            + "; there are "
            + (port.name() == null
                ? "operations " + String.join(", ", WsdlText.operationNames(description))
                : "ports " + String.join(", ", ports)));
  }

  private @Nullable BindingOperation operation(Binding binding) {
    return binding.named().get(operation);
  }

  private byte[] request(OperationValues values) throws IOException {
    MessageBinding bound = values.operation().input();
    if (bound != null && !bound.attachments().isEmpty()) {
      throw usage(
          "Cannot use --raw and --xml, because operation "
              + operation
              + " has attachments, which they do not send. Remove them, and pass values.");
    }
    if (input != null && input.xml != null) {
      return content(input.xml);
    }
    return values.request(arguments());
  }

  private Map<String, Object> arguments() throws IOException {
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
    return given.values();
  }

  private Map<String, Object> fields(byte[] text) throws IOException {
    try {
      Map<String, Object> fields =
          Json.MAPPER.readValue(text, new TypeReference<Map<String, Object>>() {});
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

  // ---- with values ----

  private int called(
      Description description, Target target, OperationValues values, PrintWriter out)
      throws IOException {
    Map<String, Object> given = arguments();
    DynamicOptions options = options();
    CallTimes times = new CallTimes(repeat);
    try (DynamicClient client = client(description, target)) {
      Map<String, Object> answer = Map.of();
      for (int i = 0; i < repeat; i++) {
        long start = System.nanoTime();
        answer = client.call(operation, given, options);
        times.add(System.nanoTime() - start);
      }
      print(answer, values, times, out);
      return 0;
    } catch (DynamicFaultException e) {
      fault(e.getFault(), ValueText.json(e.details()), out);
      return 1;
    } catch (IllegalArgumentException e) { // of a value, too
      throw usage(e.getMessage() + "; --template prints an example");
    }
  }

  private DynamicClient client(Description description, Target target) throws IOException {
    DynamicClientBuilder builder = DynamicClient.of(description);
    if (target.service() == null) {
      builder.port(target.port());
    } else {
      builder.port(target.service(), target.port());
    }
    if (mtom) {
      builder.mtom(0);
    }
    if (policy != null) {
      builder.cache(policy(policy));
    }
    try {
      builder.endpoint(target.address());
      configure(builder, target);
      return builder.build();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw usage(e.getMessage());
    }
  }

  private void configure(AbstractClientBuilder<?> builder, Target target) {
    port.configure(builder, source, target.address(), spec);
  }

  private CachePolicy policy(Path file) throws IOException {
    try {
      return CachePolicy.load(file);
    } catch (PolicyException e) {
      throw usage(e.getMessage());
    } catch (IOException e) {
      throw Failures.unreadable(spec.commandLine(), file, e);
    }
  }

  /** The header blocks. */
  private DynamicOptions options() {
    Map<String, CallArguments> byNamespace = new LinkedHashMap<>();
    for (String block : blocks) {
      int end = block.startsWith("{") ? block.indexOf('}') + 1 : 0;
      try {
        byNamespace
            .computeIfAbsent(block.substring(0, end), added -> new CallArguments())
            .add(block.substring(end));
      } catch (IllegalArgumentException e) {
        throw usage(e.getMessage() + " (--soap-header)");
      } catch (IOException e) {
        throw usage(Failures.message(e));
      }
    }
    DynamicOptions options = DynamicOptions.NONE;
    for (Map.Entry<String, CallArguments> each : byNamespace.entrySet()) {
      for (Map.Entry<String, Object> block : each.getValue().values().entrySet()) {
        options = options.soapHeader(each.getKey() + block.getKey(), block.getValue());
      }
    }
    return options;
  }

  private void print(
      Map<String, Object> answer, OperationValues of, CallTimes times, PrintWriter out)
      throws IOException {
    boolean isTimed = time || repeat > 1;
    if (json.isGiven()) {
      Object values = json(answer, of);
      JsonOption.print(
          isTimed ? Map.of("answer", values, "milliseconds", times.all()) : values, out);
      return;
    }
    ValueText.print(answer, "", out);
    out.flush();
    if (isTimed) {
      times.print(spec.commandLine().getErr());
    }
  }

  /**
   * An answer in the form of JSON that the operation has; that of its values alone where it has
   * none, or where the answer does not follow the schema.
   */
  private static Object json(Map<String, Object> answer, OperationValues of) {
    Object plain = Objects.requireNonNull(ValueText.json(answer));
    if (answer.isEmpty()) {
      return plain;
    }
    try {
      return of.responseJson(answer);
    } catch (ValueException | XmlException e) {
      return plain;
    }
  }

  // ---- with messages as they are ----

  private int sentRaw(Target target, OperationValues values, byte[] request, PrintWriter out)
      throws Exception {
    if (!blocks.isEmpty() || mtom || policy != null || time || repeat > 1) {
      throw usage(
          "Cannot use --soap-header, --mtom, --cache, --time and --repeat with --xml and --raw."
              + " Remove them, or pass values.");
    }
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
      fault(e.getFault(), null, out);
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
                    : SoapVersion.SOAP_1_1);
    configure(builder, target);
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
      JsonOption.print(json(results, values), out);
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
  private void fault(SOAPFault fault, @Nullable Object details, PrintWriter out)
      throws IOException {
    String detail = fault.getDetail() == null ? "" : fault.getDetail().getTextContent().strip();
    if (json.isGiven()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("code", fault.getFaultCodeAsQName().toString());
      row.put("reason", fault.getFaultString());
      row.put("detail", detail);
      if (details != null) {
        row.put("details", details);
      }
      JsonOption.print(Map.of("fault", row), out);
      return;
    }
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        "castile: fault "
            + fault.getFaultCodeAsQName().getLocalPart()
            + ": "
            + fault.getFaultString());
    if (details instanceof Map<?, ?> fields && !fields.isEmpty()) {
      ValueText.print(fields, "  ", err);
    } else if (!detail.isEmpty()) {
      err.println("  " + detail.replaceAll("\\s+", " "));
    }
    err.flush();
  }
}
