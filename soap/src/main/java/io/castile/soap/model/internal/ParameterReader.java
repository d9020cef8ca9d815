package io.castile.soap.model.internal;

import io.castile.codec.annotation.Literal;
import io.castile.codec.annotation.XsiType;
import io.castile.codec.binding.JavaxAnnotations;
import io.castile.codec.binding.Types;
import io.castile.soap.model.Operation.Style;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.ws.Holder;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The parameters and the result of one method as parts of its messages. */
final class ParameterReader {
  private final Method method;
  private final TypeVariables variables;
  private final Style style;
  private final String operation;
  private final String targetNamespace;
  private final List<MessagePart> inputs = new ArrayList<>();

  /** Parts of the response other than the result; their slots count from 1. */
  private final List<MessagePart> outputs = new ArrayList<>();

  private final List<Integer> outputIndexes = new ArrayList<>();

  ParameterReader(
      Method method,
      TypeVariables variables,
      Style style,
      String operation,
      String targetNamespace) {
    this.method = method;
    this.variables = variables;
    this.style = style;
    this.operation = operation;
    this.targetNamespace = targetNamespace;
    Type[] types = method.getGenericParameterTypes();
    Annotation[][] annotations = method.getParameterAnnotations();
    for (int i = 0; i < types.length; i++) {
      String javax = JavaxAnnotations.in(annotations[i], method);
      if (javax != null) {
        throw new IllegalArgumentException(javax);
      }
      read(i, types[i], annotations[i]);
    }
  }

  /** Values of a request: one for each parameter. */
  int slots() {
    return method.getParameterCount();
  }

  List<MessagePart> inputs() {
    return inputs;
  }

  int[] outputs() {
    int[] indexes = new int[outputIndexes.size()];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = outputIndexes.get(i);
    }
    return indexes;
  }

  private void read(int index, Type declared, Annotation[] annotations) {
    WebParam param = find(annotations, WebParam.class);
    boolean holder = Types.erase(declared) == Holder.class;
    Type type = variables.resolve(holder ? held(declared) : declared);
    WebParam.Mode mode = param == null ? WebParam.Mode.IN : param.mode();
    if (holder && mode == WebParam.Mode.IN) {
      mode = WebParam.Mode.INOUT;
    }
    if (!holder && mode != WebParam.Mode.IN) {
      throw new IllegalArgumentException(
          "Cannot use parameter "
              + index
              + " of "
              + method
              + " with mode "
              + mode
              + ", because its type is "
              + declared.getTypeName()
              + ". Use jakarta.xml.ws.Holder.");
    }
    boolean header = param != null && param.header();
    XmlElement element = find(annotations, XmlElement.class);
    Names names =
        names(
            param == null ? "" : param.name(),
            param == null ? "" : param.partName(),
            param == null ? "" : param.targetNamespace(),
            element,
            header,
            style == Style.BARE && !header ? operation : "arg" + index);
    List<Annotation> binding = bindingAnnotations(annotations);
    if (mode != WebParam.Mode.OUT) {
      inputs.add(part(index, names, type, binding, header));
    }
    if (mode != WebParam.Mode.IN) {
      outputIndexes.add(index);
      outputs.add(part(outputIndexes.size(), names, type, binding, header));
    }
  }

  /** The parts of the response: the result, if there is one, then OUT and INOUT parameters. */
  List<MessagePart> results(WebResult result, List<Annotation> annotations) {
    List<MessagePart> parts = new ArrayList<>();
    if (method.getReturnType() != void.class) {
      boolean header = result != null && result.header();
      Names names =
          names(
              result == null ? "" : result.name(),
              result == null ? "" : result.partName(),
              result == null ? "" : result.targetNamespace(),
              method.getAnnotation(XmlElement.class),
              header,
              style == Style.BARE && !header ? operation + "Response" : "return");
      Type type = variables.resolve(method.getGenericReturnType());
      parts.add(part(0, names, type, annotations, header));
    }
    parts.addAll(outputs);
    return parts;
  }

  private MessagePart part(
      int slot, Names names, Type type, List<Annotation> annotations, boolean header) {
    Class<?> raw = Types.erase(type);
    boolean itemized = style == Style.RPC && !header && raw.isArray() && raw != byte[].class;
    return new MessagePart(
        slot, names.name(), names.partName(), type, annotations, header, itemized);
  }

  private record Names(QName name, String partName) {}

  /**
   * Header blocks and bare parts are global elements, in the target namespace by default; parts of
   * a wrapper are local elements, unqualified by default; parts of rpc messages are unqualified
   * always and named by the part (WS-I Basic Profile R2735).
   */
  private Names names(
      String name,
      String partName,
      String namespace,
      @Nullable XmlElement element,
      boolean header,
      String byDefault) {
    if (style == Style.RPC && !header) {
      String part = JaxwsNames.orElse(partName, JaxwsNames.orElse(name, byDefault));
      return new Names(new QName(part), part);
    }
    String local = JaxwsNames.orElse(name, byDefault);
    String uri = namespace;
    if (header || style == Style.BARE) {
      uri = JaxwsNames.orElse(namespace, targetNamespace);
    } else if (element != null) {
      local = "##default".equals(element.name()) ? local : element.name();
      uri = "##default".equals(element.namespace()) ? uri : element.namespace();
    }
    return new Names(new QName(uri, local), JaxwsNames.orElse(partName, local));
  }

  private static Type held(Type holder) {
    return holder instanceof ParameterizedType parameterized
        ? parameterized.getActualTypeArguments()[0]
        : Object.class;
  }

  static List<Annotation> bindingAnnotations(Annotation[] annotations) {
    List<Annotation> binding = new ArrayList<>();
    for (Annotation annotation : annotations) {
      if (annotation.annotationType() == XsiType.class
          || annotation.annotationType() == Literal.class
          || annotation.annotationType().getName().startsWith("jakarta.xml.bind.annotation.")) {
        binding.add(annotation);
      }
    }
    return binding;
  }

  private static <A extends Annotation> @Nullable A find(Annotation[] annotations, Class<A> type) {
    for (Annotation annotation : annotations) {
      if (type.isInstance(annotation)) {
        return type.cast(annotation);
      }
    }
    return null;
  }
}
