package io.castile.bridge.mock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.soap.SoapVersion;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.tree.Element;
import io.castile.xml.XmlException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A service that a description has, without the service: it answers requests from recorded pairs,
 * else by messages that are made up from the schema. It knows nothing of servers. Thread-safe.
 */
public final class MockService {
  /**
   * The header field of a request that asks for a fault: the name of a declared one, {@code sender}
   * or {@code receiver}.
   */
  public static final String FAULT_FIELD = "Castile-Mock-Fault";

  /** Names of operations and unknown elements that are counted each. */
  private static final int MAX_UNKNOWN = 100;

  /** The name under which further ones are counted. */
  private static final String OTHERS = "other elements";

  /** Characters of the name of an unknown element that are told. */
  private static final int MAX_NAME = 1_000;

  private static final Pattern PROLOG =
      Pattern.compile("^\\uFEFF?(\\s*<\\?xml.*?\\?>)?", Pattern.DOTALL);

  private final List<MockOperation> operations;
  private final MockPairs pairs;
  private final boolean isReplay;
  private final Set<String> failing;
  private final Map<String, Integer> unknown = new LinkedHashMap<>();

  /** The code of a fault of the mock's own. */
  private enum Code {
    SENDER,
    RECEIVER
  }

  private MockService(
      List<MockOperation> operations, MockPairs pairs, boolean isReplay, Set<String> failing) {
    this.operations = List.copyOf(operations);
    this.pairs = pairs;
    this.isReplay = isReplay;
    this.failing = Set.copyOf(failing);
  }

  /** Returns a service that makes up what no pair has. */
  public static MockService of(Description description) {
    return new MockService(operations(description), MockPairs.NONE, false, Set.of());
  }

  /**
   * Returns the same service with recorded pairs.
   *
   * @param isOnly whether a request that has none is answered by a fault, and noted
   */
  public MockService withPairs(MockPairs recorded, boolean isOnly) {
    return new MockService(operations, recorded, isOnly, failing);
  }

  /** Returns the same service whose operations of these names answer by faults. */
  public MockService withFaults(Collection<String> names) {
    return new MockService(operations, pairs, isReplay, Set.copyOf(names));
  }

  /** Returns the names of the operations. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    operations.forEach(each -> names.add(each.name()));
    return names;
  }

  /**
   * Returns how often each operation was called with a request that no pair has, and how often
   * unknown elements came: the first of them by their names, others together.
   */
  public Map<String, Integer> unknown() {
    synchronized (unknown) {
      return new LinkedHashMap<>(unknown);
    }
  }

  // ---- operations ----

  private static List<MockOperation> operations(Description description) {
    boolean isOrderChecked =
        Descriptions.schemas(description).stream().noneMatch(MockService::hasAll);
    List<MockOperation> operations = new ArrayList<>();
    for (Binding binding : Descriptions.bindings(description)) {
      if (binding.protocol().isSoap()) {
        Protocol protocol = binding.protocol();
        for (Map.Entry<String, BindingOperation> each : binding.named().entrySet()) {
          operations.add(
              new MockOperation(
                  each.getKey(),
                  protocol,
                  Descriptions.values(description, each.getValue()),
                  isOrderChecked));
        }
      }
    }
    return operations;
  }

  /** Whether a schema has elements that come in any order. */
  private static boolean hasAll(Element element) {
    return element.is(XMLConstants.W3C_XML_SCHEMA_NS_URI, "all")
        || element.children().anyMatch(MockService::hasAll);
  }

  /** Finds the operation of a request: by its element, then by its version and its action. */
  private @Nullable MockOperation operation(
      MockMessage request, SoapVersion version, String action) {
    Protocol protocol = version == SoapVersion.SOAP_1_1 ? Protocol.SOAP_1_1 : Protocol.SOAP_1_2;
    MockOperation best = null;
    int most = -1;
    for (MockOperation each : operations) {
      boolean isActed = !action.isEmpty() && each.bound().action().equals(action);
      boolean isCalled = each.unknown() == null ? each.isCalledBy(request.element()) : isActed;
      int fits = (isActed ? 2 : 0) + (each.protocol() == protocol ? 1 : 0);
      if (isCalled && fits > most) {
        best = each;
        most = fits;
      }
    }
    return best;
  }

  // ---- responses ----

  /**
   * Answers a request.
   *
   * @param contentType of the request; may be empty
   * @param action the value of SOAPAction with or without quotes; may be empty
   * @param fault the value of {@link #FAULT_FIELD}; empty for none
   */
  public MockResponse answer(String contentType, String action, String fault, byte[] content) {
    SoapVersion version =
        contentType.toLowerCase(Locale.ROOT).contains(SoapVersion.SOAP_1_2.mediaType())
            ? SoapVersion.SOAP_1_2
            : SoapVersion.SOAP_1_1;
    MockMessage request;
    try {
      request = MockMessage.of(content);
    } catch (XmlException e) {
      return fault(version, Code.SENDER, String.valueOf(e.getMessage()), "");
    }
    if (request.version() == null) {
      String found = request.element() == null ? "nothing" : shown(request.element());
      String text = "expected an Envelope of SOAP 1.1 or 1.2, found " + found;
      return fault(version, Code.SENDER, text, "");
    }
    return answer(request, request.version(), action(contentType, action), fault);
  }

  /** The action, which SOAP 1.2 has in the media type (RFC 3902). */
  private static String action(String contentType, String field) {
    int start = contentType.indexOf("action=");
    String value = start < 0 ? field : contentType.substring(start + "action=".length());
    int end = value.indexOf(';');
    return (start < 0 || end < 0 ? value : value.substring(0, end)).strip().replace("\"", "");
  }

  private MockResponse answer(
      MockMessage request, SoapVersion version, String action, String fault) {
    MockOperation operation = operation(request, version, action);
    if (operation == null) {
      String found = shown(request.element());
      String expected =
          String.join(", ", operations.stream().map(MockOperation::element).distinct().toList());
      if (isReplay) {
        note(found);
      }
      return fault(
          version, Code.SENDER, "expected one of " + expected + " in the body, found " + found, "");
    }
    if (!fault.isEmpty() || failing.contains(operation.name())) {
      return asked(operation, version, fault);
    }
    MockMessage recorded = pairs.response(operation.name(), request, version);
    if (recorded != null) {
      return recorded(recorded, version);
    }
    if (isReplay) {
      note(operation.name());
      String text = "no pair is recorded for this request of operation " + operation.name();
      return fault(version, Code.SENDER, text, "");
    }
    String flaw = operation.flaw(request);
    if (flaw != null) {
      return fault(version, Code.SENDER, operation.name() + ": " + flaw, "");
    }
    return madeUp(operation, version);
  }

  private void note(String operation) {
    synchronized (unknown) {
      boolean isKept = unknown.containsKey(operation) || unknown.size() < MAX_UNKNOWN;
      unknown.merge(isKept ? operation : OTHERS, 1, Integer::sum);
    }
  }

  private static String shown(@Nullable QName element) {
    String name = element == null ? "an empty body" : element.toString();
    return name.length() > MAX_NAME ? name.substring(0, MAX_NAME) + "…" : name;
  }

  private static MockResponse madeUp(MockOperation operation, SoapVersion version) {
    if (operation.bound().operation().isOneWay()) {
      return new MockResponse(202, "", "");
    }
    String why = operation.unknown();
    if (why != null) {
      String text = "no example is there, and none can be made up: " + why;
      return fault(version, Code.RECEIVER, text, "");
    }
    return new MockResponse(200, contentType(version), envelope(version, operation.response()));
  }

  private static MockResponse recorded(MockMessage recorded, SoapVersion version) {
    String text = PROLOG.matcher(new String(recorded.bytes(), UTF_8)).replaceFirst("");
    SoapVersion own = recorded.version();
    String envelope =
        own == null
            ? envelope(version, text)
            : own == version ? text : text.replace(own.namespace(), version.namespace());
    return new MockResponse(recorded.isFault() ? 500 : 200, contentType(version), envelope);
  }

  /** A fault that was asked for: a plain one, or one that the operation declares. */
  private static MockResponse asked(MockOperation operation, SoapVersion version, String fault) {
    String text = "a fault of the mock of operation " + operation.name();
    return switch (fault.toLowerCase(Locale.ROOT)) {
      case "sender" -> fault(version, Code.SENDER, text, "");
      case "receiver" -> fault(version, Code.RECEIVER, text, "");
      default -> fault(version, Code.RECEIVER, text, operation.detail(fault));
    };
  }

  private static String contentType(SoapVersion version) {
    return version.mediaType() + "; charset=utf-8";
  }

  private static String envelope(SoapVersion version, String body) {
    return "<S:Envelope xmlns:S=\""
        + version.namespace()
        + "\"><S:Body>"
        + body
        + "</S:Body></S:Envelope>";
  }

  private static MockResponse fault(SoapVersion version, Code code, String text, String detail) {
    String said = text.replace("&", "&amp;").replace("<", "&lt;");
    boolean isSender = code == Code.SENDER;
    String fault;
    if (version == SoapVersion.SOAP_1_1) {
      fault =
          "<S:Fault><faultcode>S:"
              + (isSender ? "Client" : "Server")
              + "</faultcode><faultstring>"
              + said
              + "</faultstring>"
              + (detail.isEmpty() ? "" : "<detail>" + detail + "</detail>")
              + "</S:Fault>";
    } else {
      fault =
          "<S:Fault><S:Code><S:Value>S:"
              + (isSender ? "Sender" : "Receiver")
              + "</S:Value></S:Code><S:Reason><S:Text xml:lang=\"en\">"
              + said
              + "</S:Text></S:Reason>"
              + (detail.isEmpty() ? "" : "<S:Detail>" + detail + "</S:Detail>")
              + "</S:Fault>";
    }
    int status = isSender && version == SoapVersion.SOAP_1_2 ? 400 : 500;
    return new MockResponse(status, contentType(version), envelope(version, fault));
  }
}
