package io.castile.generate.source;

import io.castile.generate.bean.Beans;
import io.castile.generate.bean.JavaType;
import io.castile.generate.bean.WrappedElement;
import io.castile.generate.encoded.EncodedSchemas;
import io.castile.generate.source.SeiParameter.Mode;
import io.castile.generate.text.JavaNames;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.AttachmentBinding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.HeaderBinding;
import io.castile.wsdl.model.internal.Message;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.Operation;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.model.internal.Use;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Makes methods of operations (Jakarta XML Web Services 4.0 §2.3). */
final class SeiMethods {
  private final Description description;
  private final Beans beans;
  private final EncodedSchemas encoded;
  private final Faults faults;
  private final boolean hasOtherHeaders;
  private final List<Problem> problems;

  /**
   * @param hasOtherHeaders whether header blocks that are no parts of an operation's messages are
   *     parameters
   */
  SeiMethods(
      Description description,
      Beans beans,
      EncodedSchemas encoded,
      Faults faults,
      boolean hasOtherHeaders,
      List<Problem> problems) {
    this.description = description;
    this.beans = beans;
    this.encoded = encoded;
    this.faults = faults;
    this.hasOtherHeaders = hasOtherHeaders;
    this.problems = problems;
  }

  /** Why an operation cannot be a method. */
  private static final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message);
    }
  }

  /** One direction of an operation: the element around it, and its content. */
  private record Direction(@Nullable SeiWrapper wrapper, List<SeiParameter> parameters) {}

  /**
   * Returns a method; null where an operation cannot be one, which is a problem.
   *
   * @param taken names of methods that there are
   */
  @Nullable SeiMethod method(BindingOperation bound, Set<String> taken) {
    Operation operation = bound.operation();
    try {
      return method(bound, operation, taken);
    } catch (Unfit e) {
      problems.add(
          Problem.error(
              operation.place(),
              "operation " + operation.name() + " " + e.getMessage(),
              "it is left out"));
      return null;
    }
  }

  private SeiMethod method(BindingOperation bound, Operation operation, Set<String> taken)
      throws Unfit {
    OperationMessage input = operation.input();
    if (input == null || bound.input() == null) {
      throw new Unfit("has no input, and cannot be called");
    }
    checkEncoding(bound);
    List<String> notes = new ArrayList<>();
    boolean isWrapped = isWrapped(bound);
    Direction in = direction(bound, input, bound.input(), isWrapped, Mode.IN, notes);
    OperationMessage output = operation.output();
    Direction out =
        output == null || bound.output() == null
            ? new Direction(null, List.of())
            : direction(bound, output, bound.output(), isWrapped, Mode.OUT, notes);
    List<SeiParameter> parameters = new ArrayList<>();
    SeiParameter result = signature(bound, isWrapped, in, out, parameters);
    String name = JavaNames.method(operation.name(), !parameters.isEmpty());
    return new SeiMethod(
        JavaNames.unique(name, taken),
        bound,
        in.wrapper(),
        out.wrapper(),
        named(parameters),
        result,
        faults.of(bound, problems),
        notes);
  }

  /** Only rpc messages are encoded, and both ways or none. */
  private static void checkEncoding(BindingOperation bound) throws Unfit {
    if (!bound.isEncoded()) {
      return;
    }
    if (bound.style() != Style.RPC) {
      throw new Unfit("is of style document and encoded, expected style rpc (WSDL 1.1 §3.5)");
    }
    for (MessageBinding each : new MessageBinding[] {bound.input(), bound.output()}) {
      if (each != null && each.use() == Use.LITERAL && !each.parts().isEmpty()) {
        throw new Unfit("is encoded one way and literal the other, expected one use for both");
      }
    }
  }

  /** Whether both elements are around parameters, for the description and for the beans. */
  private boolean isWrapped(BindingOperation bound) {
    if (!Descriptions.outline(description).signature(bound).isWrapped()) {
      return false;
    }
    OperationMessage input = Objects.requireNonNull(bound.operation().input());
    QName request = only(input, Objects.requireNonNull(bound.input()));
    OperationMessage output = bound.operation().output();
    if (request == null || beans.wrapped(request) == null) {
      return false;
    }
    if (output == null || bound.output() == null) {
      return true;
    }
    QName response = only(output, bound.output());
    return response != null && beans.wrapped(response) != null;
  }

  private static @Nullable QName only(OperationMessage message, MessageBinding binding) {
    List<Part> parts = body(message.message(), binding);
    return parts.size() == 1 ? parts.get(0).element() : null;
  }

  private static List<Part> body(Message message, MessageBinding binding) {
    return message.parts().stream().filter(part -> binding.parts().contains(part.name())).toList();
  }

  private Direction direction(
      BindingOperation bound,
      OperationMessage message,
      MessageBinding binding,
      boolean isWrapped,
      Mode mode,
      List<String> notes)
      throws Unfit {
    List<SeiParameter> parameters = new ArrayList<>();
    SeiWrapper wrapper = null;
    List<Part> body = body(message.message(), binding);
    String direction = mode == Mode.IN ? "input" : "output";
    if (isWrapped) {
      QName element = Objects.requireNonNull(body.get(0).element());
      wrapper = new SeiWrapper(element, type(element, "wrapper").name());
      for (WrappedElement each : Objects.requireNonNull(beans.wrapped(element))) {
        parameters.add(parameter(each.type(), each.name(), "", false, mode));
      }
    } else if (bound.style() == Style.RPC) {
      for (Part part : body) {
        parameters.add(rpc(part, bound.isEncoded(), mode));
      }
    } else {
      if (body.size() > 1) {
        throw new Unfit(
            "has "
                + body.size()
                + " parts in the body of its "
                + direction
                + ", expected one (WS-I Basic Profile R2201)");
      }
      for (Part part : body) {
        parameters.add(bare(part, bound, false, mode));
      }
    }
    headers(message, binding, bound, mode, parameters);
    for (AttachmentBinding each : binding.attachments()) {
      notes.add(
          "The part "
              + each.part()
              + " of its "
              + direction
              + " travels beside the message, and is in the context: see MessageContext, "
              + (mode == Mode.IN ? "OUTBOUND" : "INBOUND")
              + "_MESSAGE_ATTACHMENTS.");
    }
    return new Direction(wrapper, parameters);
  }

  private void headers(
      OperationMessage message,
      MessageBinding binding,
      BindingOperation bound,
      Mode mode,
      List<SeiParameter> parameters) {
    for (HeaderBinding header : binding.headers()) {
      boolean isOwn = header.message().name().equals(message.message().name());
      if (!isOwn && !hasOtherHeaders) {
        continue;
      }
      try {
        SeiParameter parameter =
            header.use() == Use.ENCODED && bound.isEncoded()
                ? encoded(header, mode)
                : bare(header.part(), bound, true, mode);
        if (parameters.stream().noneMatch(parameter::isSame)) {
          parameters.add(parameter);
        }
      } catch (Unfit e) {
        problems.add(
            Problem.warning(
                bound.operation().place(),
                "header block "
                    + header.part().name()
                    + " of operation "
                    + bound.operation().name()
                    + " "
                    + e.getMessage(),
                "it is left out"));
      }
    }
  }

  private static SeiParameter parameter(
      JavaType type, QName name, String partName, boolean isHeader, Mode mode) {
    return new SeiParameter(
        JavaNames.variable(name.getLocalPart()),
        type,
        name.getLocalPart(),
        name.getNamespaceURI(),
        partName,
        isHeader,
        false,
        mode);
  }

  /** A header block in SOAP encoding, whose element has the name of the part (WSDL 1.1 §3.7). */
  private SeiParameter encoded(HeaderBinding header, Mode mode) throws Unfit {
    Part part = header.part();
    String uri = header.namespace() == null ? "" : header.namespace();
    JavaType type = rpc(part, true, mode).type();
    return parameter(type, new QName(uri, part.name()), part.name(), true, mode);
  }

  private SeiParameter rpc(Part part, boolean isEncoded, Mode mode) throws Unfit {
    QName type = part.type();
    if (type == null) {
      throw new Unfit(
          "has part "
              + part.name()
              + " of an element, expected one of a type (WS-I"
              + " Basic Profile R2203)");
    }
    JavaType found = isEncoded ? beans.type(encoded.form(type)) : beans.type(type);
    if (found == null) {
      throw new Unfit("has part " + part.name() + " of type " + type + ", which is not defined");
    }
    return parameter(found, new QName(part.name()), part.name(), false, mode);
  }

  private SeiParameter bare(Part part, BindingOperation bound, boolean isHeader, Mode mode)
      throws Unfit {
    QName element = part.element();
    if (element == null) {
      JavaType found = part.type() == null ? null : beans.type(part.type());
      if (found == null || isHeader) {
        throw new Unfit(
            "has part "
                + part.name()
                + " of type "
                + part.type()
                + ", expected one of an element (WS-I Basic Profile R2204, R2205)");
      }
      throw new Unfit(
          "has part "
              + part.name()
              + " of a type, expected one of an element (WS-I"
              + " Basic Profile R2204)");
    }
    JavaType type = type(element, "part " + part.name());
    return new SeiParameter(
        JavaNames.variable(isHeader ? element.getLocalPart() : part.name()),
        type,
        element.getLocalPart(),
        element.getNamespaceURI(),
        part.name(),
        isHeader,
        isHeader && bound.isEncoded(),
        mode);
  }

  private JavaType type(QName element, String what) throws Unfit {
    JavaType type = beans.element(element);
    if (type == null) {
      throw new Unfit("has " + what + " of element " + element + ", which is not defined");
    }
    return type;
  }

  /**
   * Orders parameters and finds the result (§2.3.1, §2.3.2): what goes both ways is a holder; what
   * comes back alone is the result, or of several the one that is named {@code return}.
   *
   * @return null if there is none
   */
  private static @Nullable SeiParameter signature(
      BindingOperation bound,
      boolean isWrapped,
      Direction in,
      Direction out,
      List<SeiParameter> parameters) {
    boolean isBare = !isWrapped && bound.style() != Style.RPC;
    List<SeiParameter> outputs = new ArrayList<>(out.parameters());
    for (SeiParameter each : in.parameters()) {
      SeiParameter back =
          outputs.stream()
              .filter(each::isSame)
              .filter(other -> !isBare || other.isHeader())
              .findFirst()
              .orElse(null);
      if (back == null) {
        parameters.add(each);
      } else {
        outputs.remove(back);
        parameters.add(each.with(Mode.INOUT));
      }
    }
    List<String> order =
        bound.style() == Style.RPC ? bound.operation().parameterOrder() : List.of();
    List<SeiParameter> candidates =
        outputs.stream().filter(each -> !each.isHeader() && !order.contains(each.name())).toList();
    SeiParameter result =
        candidates.size() == 1
            ? candidates.get(0)
            : candidates.stream()
                .filter(each -> each.name().equals("return"))
                .findFirst()
                .orElse(null);
    outputs.remove(result);
    parameters.addAll(outputs);
    if (!order.isEmpty()) {
      Function<SeiParameter, Integer> place =
          each -> order.contains(each.name()) ? order.indexOf(each.name()) : order.size();
      parameters.sort(java.util.Comparator.comparing(place));
    }
    return result;
  }

  private static List<SeiParameter> named(List<SeiParameter> parameters) {
    Set<String> taken = new HashSet<>();
    List<SeiParameter> named = new ArrayList<>();
    for (SeiParameter each : parameters) {
      named.add(each.named(JavaNames.unique(each.javaName(), taken)));
    }
    return named;
  }
}
