package io.castile.interop;

import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.ResponseWrapper;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;

/**
 * Random values of one message of an operation: one for each parameter, the last for the result;
 * null for what is not in the message. Those of a wrapped message come from a random wrapper, as
 * its annotations know more of them than those of the parameters.
 *
 * @param sent what goes to the stack
 * @param expected what must come from the other end: what the reference implementation of Java
 *     binding reads where it has written what was sent
 */
public record MessageValues(Object[] sent, Object[] expected) {
  private static final int TRIES = 20;
  private static final int ITEMS = 2;

  /** Makes the values of a service's messages. */
  public record Maker(RandomBeans beans, Binding reference) {

    public MessageValues request(Method method, long seed) throws Exception {
      if (isEncoded(method)) {
        return encoded(method, true, seed);
      }
      RequestWrapper wrapper = method.getAnnotation(RequestWrapper.class);
      return values(method, wrapper == null ? null : wrapper.className(), true, seed);
    }

    public MessageValues response(Method method, long seed) throws Exception {
      if (isEncoded(method)) {
        return encoded(method, false, seed);
      }
      ResponseWrapper wrapper = method.getAnnotation(ResponseWrapper.class);
      return values(method, wrapper == null ? null : wrapper.className(), false, seed);
    }

    private MessageValues values(Method method, String wrapper, boolean request, long seed)
        throws Exception {
      int count = method.getParameterCount();
      MessageValues values = new MessageValues(new Object[count + 1], new Object[count + 1]);
      Object sent = null;
      Object expected = null;
      if (wrapper != null) {
        Class<?> type = Class.forName(wrapper, true, method.getDeclaringClass().getClassLoader());
        sent = beans.value(type, seed);
        expected = read(type, sent);
      }
      for (int i = 0; i < count; i++) {
        Parameter parameter = method.getParameters()[i];
        WebParam param = parameter.getAnnotation(WebParam.class);
        if (!isIn(parameter, param, request)) {
          continue;
        }
        if (sent != null && !param.header()) {
          values.sent[i] = property(sent, param.name(), valueType(parameter));
          values.expected[i] = property(expected, param.name(), valueType(parameter));
        } else {
          values.sent[i] = one(valueType(parameter), parameter, seed + i);
          values.expected[i] = read(parameter, values.sent[i]);
        }
      }
      if (!request && method.getReturnType() != void.class) {
        WebResult result = method.getAnnotation(WebResult.class);
        if (sent != null && !result.header()) {
          Type type = method.getGenericReturnType();
          values.sent[count] = property(sent, result.name(), type);
          values.expected[count] = property(expected, result.name(), type);
        } else {
          values.sent[count] = one(method.getGenericReturnType(), method, seed + count);
          values.expected[count] = read(method.getReturnType(), values.sent[count]);
        }
      }
      return values;
    }

    /** SOAP encoding keeps values as they are. */
    private MessageValues encoded(Method method, boolean request, long seed) {
      int count = method.getParameterCount();
      Object[] sent = new Object[count + 1];
      for (int i = 0; i < count; i++) {
        Parameter parameter = method.getParameters()[i];
        if (isIn(parameter, parameter.getAnnotation(WebParam.class), request)) {
          sent[i] = one(valueType(parameter), parameter, seed + i);
        }
      }
      if (!request && method.getReturnType() != void.class) {
        sent[count] = one(method.getGenericReturnType(), method, seed + count);
      }
      return new MessageValues(sent, sent);
    }

    /** A value that is not null, as parts of messages without wrapper must not be. */
    private Object one(Type type, AnnotatedElement site, long seed) {
      if (type instanceof Class<?> array && array.isArray() && array != byte[].class) {
        Object items = Array.newInstance(array.getComponentType(), ITEMS);
        for (int i = 0; i < ITEMS; i++) {
          Array.set(items, i, one(array.getComponentType(), site, seed + i));
        }
        return items;
      }
      for (int i = 0; i < TRIES; i++) {
        Object value = beans.value(type, site, seed + 1000L * i);
        if (value != null) {
          return value;
        }
      }
      throw new IllegalStateException("no value of " + type);
    }

    private Object read(Parameter parameter, Object value) throws Exception {
      Type type = valueType(parameter);
      return type instanceof Class<?> bean ? read(bean, value) : value;
    }

    Object read(Class<?> type, Object value) throws Exception {
      if (RandomValues.isSimple(type)
          || type.isArray()
          || type == Object.class
          || type == List.class) {
        return value;
      }
      Binding.Typed typed = reference.of(type);
      return typed.read(typed.write(value));
    }
  }

  /** Whether the messages of a method are encoded (SOAP 1.1 §5). */
  static boolean isEncoded(Method method) {
    SOAPBinding own = method.getAnnotation(SOAPBinding.class);
    SOAPBinding binding =
        own == null ? method.getDeclaringClass().getAnnotation(SOAPBinding.class) : own;
    return binding != null && binding.use() == SOAPBinding.Use.ENCODED;
  }

  public static boolean isHolder(Parameter parameter) {
    return parameter.getType() == Holder.class;
  }

  private static boolean isIn(Parameter parameter, WebParam param, boolean request) {
    if (!isHolder(parameter)) {
      return request;
    }
    return param.mode() == WebParam.Mode.INOUT || (param.mode() == WebParam.Mode.OUT && !request);
  }

  private static Type valueType(Parameter parameter) {
    return isHolder(parameter)
        ? ((ParameterizedType) parameter.getParameterizedType()).getActualTypeArguments()[0]
        : parameter.getParameterizedType();
  }

  /** A property of a wrapper; without the element around it where the interface has none. */
  private static Object property(Object wrapper, String name, Type type) {
    for (Field field : Beans.fields(wrapper.getClass())) {
      if (elementName(field).equals(name)) {
        Object value = Beans.get(field, wrapper);
        return value instanceof JAXBElement<?> element && type instanceof Class<?>
            ? element.getValue()
            : value;
      }
    }
    throw new IllegalStateException(wrapper.getClass() + " has no element " + name);
  }

  private static String elementName(Field field) {
    XmlElement element = field.getAnnotation(XmlElement.class);
    XmlElementRef reference = field.getAnnotation(XmlElementRef.class);
    String name = "##default";
    if (element != null) {
      name = element.name();
    } else if (reference != null) {
      name = reference.name();
    }
    return name.equals("##default") ? field.getName() : name;
  }
}
