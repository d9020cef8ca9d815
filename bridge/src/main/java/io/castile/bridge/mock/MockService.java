package io.castile.bridge.mock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.multipart.MultipartContent;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.tree.Element;
import io.castile.xml.Attachment;
import io.castile.xml.XmlException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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

  /** Media types of envelopes: none that a page of another server may post without asking. */
  private static final Pattern ENVELOPE =
      Pattern.compile(
          "\\s*(text/xml|application/xml|application/soap\\+xml)\\s*(;|$)",
          Pattern.CASE_INSENSITIVE);

  /** How large a request with attachments may be. */
  private static final int MAX_BYTES = 16 << 20;

  /** Parts are in memory, as the message is. */
  private static final AttachmentOptions PARTS =
      AttachmentOptions.builder()
          .maxPartBytes(MAX_BYTES)
          .maxTotalBytes(MAX_BYTES)
          .maxMemoryBytes(MAX_BYTES)
          .build();

  /** A message with an empty body. */
  private static final String EMPTY =
      "<S:Envelope xmlns:S=\"" + SoapVersion.SOAP_1_1.namespace() + "\"><S:Body/></S:Envelope>";

  /** Names of operations and unknown elements that are counted each. */
  private static final int MAX_UNKNOWN = 100;

  /** The name under which further ones are counted. */
  private static final String OTHERS = "other elements";

  /** Characters of the name of an unknown element that are told. */
  private static final int MAX_NAME = 1_000;

  private final List<MockOperation> operations;
  private final MockPairs pairs;
  private final boolean isReplay;
  private final Set<String> failing;
  private final Map<String, Integer> unknown = new LinkedHashMap<>();

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

  /** A response that has been told: an envelope, or the element in its body alone. */
  public static final class Told {
    private final MockMessage message;
    private final Map<String, Attachment> parts;

    private Told(MockMessage message, Map<String, Attachment> parts) {
      this.message = message;
      this.parts = parts;
    }

    MockMessage message() {
      return message;
    }

    /** Returns the parts beside the envelope, by their Content-IDs. */
    Map<String, Attachment> parts() {
      return parts;
    }
  }

  /**
   * Returns a response of any operation.
   *
   * @param text an envelope of SOAP 1.1 or 1.2, or the element in its body alone
   * @throws IllegalArgumentException if it is not well-formed
   */
  public static Told response(String text) {
    return response(text, Map.of());
  }

  private static Told response(String text, Map<String, Attachment> parts) {
    try {
      return new Told(MockMessage.of(text.getBytes(UTF_8)), parts);
    } catch (XmlException e) {
      throw new IllegalArgumentException(
          "expected an envelope, or the element in its body, found " + e.getMessage(), e);
    }
  }

  /**
   * Returns a response of an operation.
   *
   * @param json its values
   * @return null for a one-way operation, whose values are none
   * @throws IllegalArgumentException if there is no operation of this name, or the values are not
   *     those of its response
   */
  public @Nullable Told responseOfJson(String operation, String json) {
    MockOperation told = named(operation);
    String content = told.responseOfJson(json);
    return content == null
        ? null
        : response(content.isEmpty() ? EMPTY : content, told.partsOfJson(json));
  }

  /**
   * Checks that an operation can respond by a fault.
   *
   * @param fault the name of one that it declares, {@code sender} or {@code receiver}
   * @throws IllegalArgumentException if there is no operation of this name, or it declares no such
   *     fault
   */
  public void checkFault(String operation, String fault) {
    List<String> faults = new ArrayList<>();
    for (OperationMessage each : named(operation).bound().operation().faults()) {
      faults.add(each.name());
    }
    faults.add("sender");
    faults.add("receiver");
    if (!faults.contains(fault)) {
      throw new IllegalArgumentException(
          "expected a fault of operation "
              + operation
              + ", one of "
              + String.join(", ", faults)
              + ", found "
              + fault);
    }
  }

  private MockOperation named(String name) {
    return operations.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected an operation, one of "
                        + String.join(", ", names())
                        + ", found "
                        + name));
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
   * Whether content of a media type can be an envelope, alone or with attachments; no package of
   * XOP is.
   */
  public static boolean takes(String contentType) {
    MultipartType parts = MultipartType.of(contentType);
    return parts == null
        ? ENVELOPE.matcher(contentType).lookingAt()
        : !parts.isXop() && parts.version() != null;
  }

  /**
   * Answers a request.
   *
   * @param contentType of the request; may be empty
   * @param action the value of SOAPAction with or without quotes; may be empty
   * @param fault the value of {@link #FAULT_FIELD}; empty for none
   */
  public MockResponse answer(String contentType, String action, String fault, byte[] content) {
    MockCall call = call(contentType, action, content);
    String operation = call.operation();
    if (operation == null) {
      return call.madeUp(); // a fault that says why
    }
    if (!fault.isEmpty() || failing.contains(operation)) {
      return call.fault(fault);
    }
    MockResponse recorded = call.recorded();
    if (recorded != null) {
      return recorded;
    }
    if (isReplay) {
      note(operation);
      return call.refused("no pair is recorded for this request of operation " + operation);
    }
    String flaw = call.flaw();
    return flaw == null ? call.madeUp() : call.refused(flaw);
  }

  /**
   * Returns a request with the operation that it calls.
   *
   * @param contentType as of {@link #answer}
   * @param action as of {@link #answer}
   */
  public MockCall call(String contentType, String action, byte[] content) {
    SoapVersion version =
        contentType.toLowerCase(Locale.ROOT).contains(SoapVersion.SOAP_1_2.mediaType())
            ? SoapVersion.SOAP_1_2
            : SoapVersion.SOAP_1_1;
    MockMessage request;
    Map<String, Attachment> parts = Map.of();
    try {
      MultipartType type = MultipartType.of(contentType);
      if (type == null) {
        request = MockMessage.of(content);
      } else {
        MultipartContent opened =
            ReceivedMultipart.read(new ByteArrayInputStream(content), type, PARTS, MAX_BYTES)
                .open();
        request = MockMessage.of(opened.root());
        parts = opened.parts();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of an array, which has none
    } catch (SoapMessageException | XmlException e) {
      return MockCall.unknown(version, String.valueOf(e.getMessage()));
    }
    SoapVersion own = request.version();
    if (own == null) {
      String found = request.element() == null ? "nothing" : shown(request.element());
      return MockCall.unknown(version, "expected an Envelope of SOAP 1.1 or 1.2, found " + found);
    }
    MockOperation operation = operation(request, own, action(contentType, action));
    if (operation == null) {
      String found = shown(request.element());
      String expected =
          String.join(", ", operations.stream().map(MockOperation::element).distinct().toList());
      if (isReplay) {
        note(found);
      }
      return MockCall.unknown(own, "expected one of " + expected + " in the body, found " + found);
    }
    return MockCall.of(own, request, parts, operation, pairs);
  }

  /** The action, which SOAP 1.2 has in the media type (RFC 3902). */
  private static String action(String contentType, String field) {
    int start = contentType.indexOf("action=");
    String value = start < 0 ? field : contentType.substring(start + "action=".length());
    int end = value.indexOf(';');
    return (start < 0 || end < 0 ? value : value.substring(0, end)).strip().replace("\"", "");
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
}
