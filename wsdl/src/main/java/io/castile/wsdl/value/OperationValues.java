package io.castile.wsdl.value;

import io.castile.codec.encoded.Described;
import io.castile.codec.encoded.EncodingRules;
import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.model.internal.AttachmentBinding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Style;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of an operation's messages as values. Immutable and thread-safe.
 *
 * <p>An element with elements in it is a map by their local names; one that may come again a list;
 * one of a simple type a value of Java (Jakarta XML Binding 4, table 6-1), for which its text may
 * stand when it is written. Attributes have {@code @} before their names; the text of an element
 * that has attributes is {@code $}; null is an element with {@code xsi:nil}. {@code @xsi:type}
 * names the type, where it is not the one that the schema says.
 *
 * <p>The arguments of a wrapped operation are what is in the element around them, as in its {@link
 * io.castile.wsdl.outline.Signature}; those of others the parts of its message.
 */
public final class OperationValues {
  private final BindingOperation operation;
  private final Supplier<Planned> planner;
  private final Object identity = new Object();
  private final Object jsonIdentity = new Object();

  // Null until they are first needed.
  private volatile @Nullable Planned planned;
  private volatile @Nullable MessageValues request;
  private volatile @Nullable MessageValues response;

  /**
   * The plan of an operation.
   *
   * @param plans of all types that the messages refer to
   * @param isWrapped whether arguments are in an element around them
   */
  public record Planned(Plans plans, boolean isWrapped) {}

  /**
   * @param planner called when messages are first needed; what it throws reaches the caller
   */
  public OperationValues(BindingOperation operation, Supplier<Planned> planner) {
    this.operation = operation;
    this.planner = planner;
  }

  private Planned planned() {
    Planned known = planned;
    return known == null ? firstPlanned() : known;
  }

  private synchronized Planned firstPlanned() {
    Planned known = planned;
    if (known == null) {
      known = planner.get();
      planned = known;
    }
    return known;
  }

  Plans plans() {
    return planned().plans();
  }

  /**
   * Returns what stands for the operation, equal to itself only, and leads to nothing else: for
   * stores that live longer than a description.
   */
  public Object identity() {
    return identity;
  }

  /**
   * Returns what stands for the operation with messages in the form of JSON, as {@link #identity}.
   */
  public Object jsonIdentity() {
    return jsonIdentity;
  }

  /** Returns the operation. */
  public BindingOperation operation() {
    return operation;
  }

  /** Whether a message of the operation is in SOAP encoding. */
  public boolean isEncoded() {
    return operation.isEncoded();
  }

  /** Whether arguments are in an element around them. */
  public boolean isWrapped() {
    return planned().isWrapped();
  }

  /**
   * Returns what a request carries.
   *
   * @throws UnsupportedOperationException if the operation is document/encoded, or has several
   *     elements in its body
   */
  public MessageValues request() {
    MessageValues known = request;
    if (known == null) {
      known = named(() -> planned(operation.operation().input(), operation.input(), false));
      request = known;
    }
    return known;
  }

  /** Returns what a response carries, as {@link #request()}. */
  public MessageValues response() {
    MessageValues known = response;
    if (known == null) {
      known = named(() -> planned(operation.operation().output(), operation.output(), true));
      response = known;
    }
    return known;
  }

  /**
   * Returns what is in the body of a request, in UTF-8.
   *
   * @throws ValueException if an argument is not one of its type, is missing or unknown
   * @throws UnsupportedOperationException if the operation is document/encoded, or has several
   *     elements in its body
   */
  public byte[] request(Map<String, ?> arguments) {
    MessageValues message = request();
    return written(message, message.values(arguments));
  }

  /**
   * Returns what is in the body of a request of the form of JSON, in UTF-8, as {@link #request}.
   */
  public byte[] requestOfJson(Map<String, ?> arguments) {
    MessageValues message = request();
    return written(message, message.jsonValues(arguments));
  }

  /** Returns what is in the body of a response of the form of JSON, as {@link #requestOfJson}. */
  public byte[] responseOfJson(Map<String, ?> results) {
    MessageValues message = response();
    return written(message, message.jsonValues(results));
  }

  /** Returns what is in the body of a response, in UTF-8, as {@link #request}. */
  public byte[] response(Map<String, ?> results) {
    MessageValues message = response();
    return written(message, message.values(results));
  }

  /**
   * Returns what a response has, header blocks and attachments too, in the form of JSON.
   *
   * @param results as {@link #readResponse} returns them
   * @throws ValueException if one does not follow the description
   * @throws UnsupportedOperationException as {@link #response()}
   */
  public Map<String, Object> responseJson(Map<String, ?> results) {
    MessageValues message = response();
    @Nullable Object[] values = message.values(results);
    Map<String, Object> body = Map.of();
    if (message.element() != null) {
      XmlWriter out = new XmlWriter();
      message.write(values, EncodingRules.SOAP_1_2, out); // in one element
      XmlReader in = new XmlReader().reset(out.buffer(), 0, out.size());
      in.nextChild(null);
      body = message.readJson(in);
    }
    body = message.attachments().json(body, results);
    if (message.size() == message.bodySize()) {
      return body;
    }
    for (int i = message.bodySize(); i < values.length; i++) {
      Object block = values[i];
      values[i] =
          block == null ? null : message.jsonCodec(i).fromBytes(message.codec(i).toBytes(block));
    }
    return message.withBlocks(body, values);
  }

  /**
   * Reads what is in the body of a request.
   *
   * @param in at the start of the element in the body
   * @throws io.castile.xml.XmlException if it is not well-formed, or a value not one of its type
   */
  public Map<String, Object> readRequest(XmlReader in) {
    return request().read(in);
  }

  /** Reads what is in the body of a response, as {@link #readRequest}. */
  public Map<String, Object> readResponse(XmlReader in) {
    return response().read(in);
  }

  /**
   * Reads what is in the body of a request in the form of JSON, as {@link MessageValues#readJson}.
   */
  public Map<String, Object> readRequestJson(XmlReader in) {
    return request().readJson(in);
  }

  /** Reads what is in the body of a response in the form of JSON, as {@link #readRequestJson}. */
  public Map<String, Object> readResponseJson(XmlReader in) {
    return response().readJson(in);
  }

  /**
   * Returns an example of what is in the body of a request, with comments, for people; it can be
   * sent as it is.
   *
   * @throws UnsupportedOperationException as {@link #request()}
   */
  public String template() {
    return named(() -> example(operation.operation().input(), operation.input(), false));
  }

  /**
   * Returns an example of what is in the body of a response, as {@link #template()}.
   *
   * @throws UnsupportedOperationException as {@link #response()}
   */
  public String responseTemplate() {
    return named(() -> example(operation.operation().output(), operation.output(), true));
  }

  /**
   * Returns an example of what is in the detail of a fault, as {@link #template()}.
   *
   * @param name of the fault in the description; the first one's where it has none of that name
   * @return empty where the operation has no faults, or encoded ones
   */
  public String faultTemplate(String name) {
    List<OperationMessage> faults = operation.operation().faults();
    if (faults.isEmpty() || operation.isEncoded()) {
      return "";
    }
    OperationMessage fault =
        faults.stream().filter(each -> each.name().equals(name)).findFirst().orElse(faults.get(0));
    Sample sample = new Sample(plans());
    fault.message().parts().forEach(part -> sample.element(element(part)));
    return sample.toString();
  }

  private String example(
      @Nullable OperationMessage message, @Nullable MessageBinding binding, boolean isResponse) {
    List<Part> parts = parts(message, binding);
    if (operation.isEncoded()) {
      return new EncodedSample(plans().encoded())
          .of(
              isResponse ? response() : request(),
              parts.stream().map(part -> field(part, plans().encoded())).toList());
    }
    Sample sample = new Sample(plans());
    if (operation.style() == Style.RPC && parts.isEmpty()) {
      sample.empty(wrapper(binding, isResponse));
    } else if (operation.style() == Style.RPC) {
      sample.start(wrapper(binding, isResponse));
      parts.forEach(part -> sample.element(accessor(part)));
      sample.end();
    } else {
      parts.forEach(part -> sample.element(element(part)));
    }
    return sample.toString();
  }

  private static byte[] written(MessageValues message, @Nullable Object[] values) {
    XmlWriter out = new XmlWriter();
    message.write(values, out);
    return out.toByteArray();
  }

  /**
   * Reads an entry of the detail of a fault, of any element that the description has.
   *
   * @param in at the start of the entry; afterwards at its end
   * @return null for {@code xsi:nil}
   * @throws io.castile.xml.XmlException as {@link #readRequest}
   */
  public @Nullable Object readDetail(XmlReader in) {
    return new ValueReader(plans(), in).element(plans().element(in.name().toQName()));
  }

  /** Reads an entry of the detail of a fault in the form of JSON, as {@link #readDetail}. */
  public @Nullable Object readDetailJson(XmlReader in) {
    return new ValueReader(plans(), in, true).element(plans().element(in.name().toQName()));
  }

  /**
   * Reads an entry of the detail of a fault of an encoded operation: as the one part of faults that
   * has its name, else as its {@code xsi:type} says.
   *
   * @param in at the start of the entry, behind which elements stand to which it refers
   * @return null for nil
   * @throws io.castile.xml.XmlException as {@link #readRequest}, or if nothing says its type
   */
  public @Nullable Object readEncodedDetail(XmlReader in) {
    return encodedDetail(in, plans().encoded());
  }

  /**
   * Reads an entry of the detail of a fault of an encoded operation in the form of JSON, as {@link
   * #readEncodedDetail}.
   */
  public @Nullable Object readEncodedDetailJson(XmlReader in) {
    EncodedPlans named = plans().encodedJson();
    QName name = in.name().toQName();
    Described type = detailType(name, named);
    return new EncodedJson(named).value(name.getLocalPart(), type, encodedDetail(in, named));
  }

  private @Nullable Object encodedDetail(XmlReader in, EncodedPlans types) {
    QName name = in.name().toQName();
    return types.types().element(name, detailType(name, types)).read(in);
  }

  private Described detailType(QName name, EncodedPlans types) {
    List<Part> named =
        operation.operation().faults().stream()
            .flatMap(fault -> fault.message().parts().stream())
            .filter(part -> part.name().equals(name.getLocalPart()))
            .toList();
    return named.size() == 1 ? field(named.get(0), types).type() : Described.Any.INSTANCE;
  }

  /**
   * Returns an element of the description, or another one, as a document in UTF-8.
   *
   * @throws ValueException if the value is none of the element
   */
  public byte[] element(QName name, @Nullable Object value) {
    ElementPlan known = plans().element(name);
    ElementPlan element = known == null ? unknown(name) : known;
    XmlWriter out = new XmlWriter();
    new ValueWriter(plans(), out)
        .element(element, new Conversion(plans()).element(element, value), null);
    return out.toByteArray();
  }

  private MessageValues planned(
      @Nullable OperationMessage message, @Nullable MessageBinding binding, boolean isResponse) {
    List<Part> parts = parts(message, binding);
    List<AttachmentBinding> attachments = binding == null ? List.of() : binding.attachments();
    if (operation.isEncoded()) {
      Map<String, @Nullable QName> types = new LinkedHashMap<>();
      parts.forEach(part -> types.put(part.name(), part.type()));
      return new EncodedValues(
          plans(), wrapper(binding, isResponse), types, isResponse, attachments);
    }
    List<ElementPlan> blocks =
        binding == null
            ? List.of()
            : binding.headers().stream().map(header -> accessor(header.part())).toList();
    LiteralValues.Beside beside = new LiteralValues.Beside(blocks, attachments);
    if (operation.style() == Style.RPC) {
      List<ElementPlan> accessors = parts.stream().map(this::accessor).toList();
      return LiteralValues.rpc(plans(), wrapper(binding, isResponse), accessors, beside);
    }
    return parts.isEmpty()
        ? LiteralValues.empty(plans(), beside)
        : LiteralValues.document(
            plans(), parts.get(0).name(), element(parts.get(0)), isWrapped(), beside);
  }

  /** Returns the parts of an operation; an error names the operation. */
  private <T> T named(Supplier<T> made) {
    String name = "operation " + operation.operation().name();
    try {
      return made.get();
    } catch (UnsupportedOperationException e) {
      String message = String.valueOf(e.getMessage());
      throw message.contains(name)
          ? e
          : new UnsupportedOperationException(name + ": " + message, e);
    }
  }

  // ---- parts ----

  private List<Part> parts(@Nullable OperationMessage message, @Nullable MessageBinding binding) {
    if (operation.isEncoded() && operation.style() == Style.DOCUMENT) {
      throw new UnsupportedOperationException(
          "Cannot call operation "
              + operation.operation().name()
              + ", because it is document/encoded. Castile has rpc/encoded only.");
    }
    if (message == null || binding == null) {
      return List.of();
    }
    List<Part> parts =
        message.message().parts().stream()
            .filter(part -> binding.parts().contains(part.name()))
            .toList();
    if (operation.style() == Style.DOCUMENT && parts.size() > 1) {
      throw new UnsupportedOperationException(
          "Cannot call operation "
              + operation.operation().name()
              + ", because it has several elements in its body. Call it by an interface, which castile generate makes.");
    }
    return parts;
  }

  private QName wrapper(@Nullable MessageBinding binding, boolean isResponse) {
    String namespace = binding == null ? null : binding.namespace();
    String name = operation.operation().name();
    return new QName(namespace == null ? "" : namespace, isResponse ? name + "Response" : name);
  }

  private ElementPlan element(Part part) {
    QName name = part.element();
    if (name == null) { // which WS-I forbids, and some do: the element has the part's name
      return accessor(part);
    }
    ElementPlan known = plans().element(name);
    return known == null ? unknown(name) : known;
  }

  /** The accessor in which an encoded message has a part. */
  private static Described.Field field(Part part, EncodedPlans types) {
    QName type = part.type();
    Described described = type == null ? Described.Any.INSTANCE : types.typeOrAny(type);
    return new Described.Field(part.name(), described, true);
  }

  /** The element in which an rpc message has a part. */
  private ElementPlan accessor(Part part) {
    QName elementName = part.element();
    if (elementName != null) {
      return element(part);
    }
    TypePlan type = plans().type(Objects.requireNonNull(part.type(), "type"));
    return new ElementPlan(
        plans().markup(new QName(part.name())),
        false,
        false,
        null,
        () -> type == null ? AnyPlan.INSTANCE : type,
        List::of);
  }

  private ElementPlan unknown(QName name) {
    return new ElementPlan(
        plans().markup(name), true, false, null, () -> AnyPlan.INSTANCE, List::of);
  }
}
