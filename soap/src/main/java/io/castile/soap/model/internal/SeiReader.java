package io.castile.soap.model.internal;

import io.castile.codec.binding.JavaxAnnotations;
import io.castile.soap.model.Operation.Style;
import io.castile.soap.model.internal.OperationDescription.MessageDescription;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.ResponseWrapper;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Reads the operations of a service endpoint interface, or of an implementation class that has
 * none, from its annotations (Jakarta XML Web Services 4.0 §3; Jakarta Web Services Metadata 3.0).
 */
final class SeiReader implements OperationDescriptions {
  private final Class<?> sei;
  private final String targetNamespace;
  private final TypeVariables variables;

  SeiReader(Class<?> sei) {
    this.sei = sei;
    this.targetNamespace = JaxwsNames.targetNamespace(sei);
    this.variables = new TypeVariables(sei);
  }

  /** The operations, in an order that does not depend on the virtual machine. */
  @Override
  public List<OperationDescription> operations() {
    List<OperationDescription> operations = new ArrayList<>();
    for (Method method : methods()) {
      operations.add(operation(method));
    }
    if (operations.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot use "
              + sei.getName()
              + " as a service, because it has no operations. Add a public method.");
    }
    return operations;
  }

  private List<Method> methods() {
    List<Method> methods = new ArrayList<>();
    for (Method method : sei.getMethods()) {
      if (isOperation(method)) {
        methods.add(method);
      }
    }
    methods.sort(new ByName());
    return methods;
  }

  /** The order by name; methods of one name by their types, which takes longer to find out. */
  private static final class ByName implements Comparator<Method> {
    @Override
    public int compare(Method one, Method other) {
      int names = one.getName().compareTo(other.getName());
      return names != 0 ? names : one.toGenericString().compareTo(other.toGenericString());
    }
  }

  private boolean isOperation(Method method) {
    int modifiers = method.getModifiers();
    if (method.isBridge() || method.isSynthetic() || method.getDeclaringClass() == Object.class) {
      return false;
    }
    boolean open = !Modifier.isStatic(modifiers) && !Modifier.isFinal(modifiers);
    WebMethod annotation = method.getAnnotation(WebMethod.class);
    if (annotation != null) {
      if (!annotation.exclude() && !open) {
        throw new IllegalArgumentException(
            "Cannot use method "
                + method
                + " as an operation, because it is static or final. Remove @WebMethod.");
      }
      return !annotation.exclude() && !isAsynchronous(method);
    }
    boolean declared =
        sei.isInterface() || method.getDeclaringClass().isAnnotationPresent(WebService.class);
    return open && declared && !isAsynchronous(method);
  }

  /**
   * The asynchronous forms of a method (§2.3.4), which generated interfaces have beside it; and
   * that with a future as people write it.
   */
  private static boolean isAsynchronous(Method method) {
    Class<?>[] types = method.getParameterTypes();
    return method.getName().endsWith("Async")
        && (method.getReturnType() == Response.class
            || method.getReturnType() == CompletableFuture.class
            || (Future.class.isAssignableFrom(method.getReturnType())
                && types.length > 0
                && types[types.length - 1] == AsyncHandler.class));
  }

  @Override
  public OperationDescription operation(Method method) {
    String javax = JavaxAnnotations.in(method.getAnnotations(), method);
    if (javax != null) {
      throw new IllegalArgumentException(javax);
    }
    WebMethod annotation = method.getAnnotation(WebMethod.class);
    String name =
        JaxwsNames.orElse(annotation == null ? "" : annotation.operationName(), method.getName());
    String action = annotation == null ? "" : annotation.action();
    Style style = style(method);
    ParameterReader parameters =
        new ParameterReader(method, variables, style, name, targetNamespace);
    boolean oneWay = method.isAnnotationPresent(Oneway.class);
    if (oneWay) {
      checkOneWay(method, parameters);
    }
    return new OperationDescription(
        new QName(targetNamespace, name),
        style,
        isEncoded(method, style),
        action,
        method,
        request(method, name, style, parameters),
        oneWay ? null : response(method, name, style, parameters),
        parameters.outputs(),
        exceptions(method));
  }

  private static void checkOneWay(Method method, ParameterReader parameters) {
    if (method.getReturnType() != void.class || parameters.outputs().length > 0) {
      throw new IllegalArgumentException(
          "Cannot use method "
              + method
              + " as a one-way operation, because it has a result. Remove @Oneway, or make it void"
              + " without OUT parameters.");
    }
  }

  private @Nullable SOAPBinding binding(Method method) {
    SOAPBinding binding = method.getAnnotation(SOAPBinding.class);
    if (binding == null) {
      binding = method.getDeclaringClass().getAnnotation(SOAPBinding.class);
    }
    return binding == null ? sei.getAnnotation(SOAPBinding.class) : binding;
  }

  private boolean isEncoded(Method method, Style style) {
    SOAPBinding binding = binding(method);
    if (binding == null || binding.use() == SOAPBinding.Use.LITERAL) {
      return false;
    }
    if (style != Style.RPC) {
      throw new IllegalArgumentException(
          "Cannot use method "
              + method
              + " with SOAPBinding use ENCODED and style DOCUMENT, because only rpc messages are"
              + " encoded. Set style RPC.");
    }
    return true;
  }

  private Style style(Method method) {
    SOAPBinding binding = binding(method);
    if (binding == null) {
      return Style.WRAPPED;
    }
    if (binding.style() == SOAPBinding.Style.RPC) {
      return Style.RPC;
    }
    return binding.parameterStyle() == SOAPBinding.ParameterStyle.BARE ? Style.BARE : Style.WRAPPED;
  }

  private MessageDescription request(
      Method method, String name, Style style, ParameterReader parameters) {
    RequestWrapper annotation = method.getAnnotation(RequestWrapper.class);
    QName wrapper = null;
    String wrapperClass = null;
    if (style == Style.RPC) {
      wrapper = new QName(targetNamespace, name);
    } else if (style == Style.WRAPPED) {
      wrapper =
          annotation == null
              ? new QName(targetNamespace, name)
              : new QName(
                  JaxwsNames.orElse(annotation.targetNamespace(), targetNamespace),
                  JaxwsNames.orElse(annotation.localName(), name));
      wrapperClass =
          wrapperClass(
              annotation == null ? "" : annotation.className(),
              JaxwsNames.capitalize(method.getName()));
    }
    return message(
        method,
        "request",
        new MessageDescription(
            parameters.slots(),
            wrapper,
            wrapperClass,
            annotation != null && !annotation.className().isEmpty(),
            parameters.inputs()));
  }

  private MessageDescription response(
      Method method, String name, Style style, ParameterReader parameters) {
    ResponseWrapper annotation = method.getAnnotation(ResponseWrapper.class);
    String byDefault = name + "Response";
    QName wrapper = null;
    String wrapperClass = null;
    if (style == Style.RPC) {
      wrapper = new QName(targetNamespace, byDefault);
    } else if (style == Style.WRAPPED) {
      wrapper =
          annotation == null
              ? new QName(targetNamespace, byDefault)
              : new QName(
                  JaxwsNames.orElse(annotation.targetNamespace(), targetNamespace),
                  JaxwsNames.orElse(annotation.localName(), byDefault));
      wrapperClass =
          wrapperClass(
              annotation == null ? "" : annotation.className(),
              JaxwsNames.capitalize(method.getName()) + "Response");
    }
    List<MessagePart> parts =
        parameters.results(method.getAnnotation(WebResult.class), resultAnnotations(method));
    return message(
        method,
        "response",
        new MessageDescription(
            1 + parameters.outputs().length,
            wrapper,
            wrapperClass,
            annotation != null && !annotation.className().isEmpty(),
            parts));
  }

  private String wrapperClass(String named, String simpleName) {
    return named.isEmpty() ? JaxwsNames.beanPackage(sei) + "." + simpleName : named;
  }

  private static List<Annotation> resultAnnotations(Method method) {
    return ParameterReader.bindingAnnotations(method.getAnnotations());
  }

  private static MessageDescription message(
      Method method, String direction, MessageDescription message) {
    if (message.wrapper() == null && message.bodyParts().size() > 1) {
      throw new IllegalArgumentException(
          "Cannot use method "
              + method
              + " with the BARE style, because its "
              + direction
              + " has "
              + message.bodyParts().size()
              + " parts in the body, and one is allowed (WS-I Basic Profile R2201).");
    }
    return message;
  }

  @SuppressWarnings("unchecked") // checked by isAssignableFrom
  private static List<Class<? extends Throwable>> exceptions(Method method) {
    List<Class<? extends Throwable>> exceptions = new ArrayList<>();
    for (Class<?> type : method.getExceptionTypes()) {
      if (!RemoteException.class.isAssignableFrom(type)
          && !RuntimeException.class.isAssignableFrom(type)
          && !Error.class.isAssignableFrom(type)
          && type != Exception.class
          && type != Throwable.class) {
        exceptions.add((Class<? extends Throwable>) type);
      }
    }
    return exceptions;
  }
}
