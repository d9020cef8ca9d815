package io.castile.interop.cxf;

import io.castile.interop.DeepComparison;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/**
 * What a call came to.
 *
 * @param value what it returned; null for nothing
 * @param thrown what it has thrown instead; null for nothing
 */
record Outcome(Object value, Throwable thrown) {
  static <T> Outcome of(Call<T> call, T port) {
    try {
      return new Outcome(call.through(port), null);
    } catch (ExecutionException e) {
      return new Outcome(null, e.getCause());
    } catch (Exception e) {
      return new Outcome(null, e);
    }
  }

  /** Returns where and how this first differs from what was expected; null if it does not. */
  String differenceFrom(Outcome expected) {
    if (thrown == null && expected.thrown == null) {
      return DeepComparison.difference(expected.value, value);
    }
    if (thrown == null || expected.thrown == null) {
      return "expected " + expected + " but was " + this;
    }
    if (thrown.getClass() != expected.thrown.getClass()) {
      return "expected " + expected.thrown + " but was " + thrown;
    }
    return DeepComparison.difference(list(facts(expected.thrown)), list(facts(thrown)));
  }

  /** Names and values in turns: values of maps would be compared by their own equality. */
  private static List<Object> list(Map<String, Object> facts) {
    List<Object> list = new ArrayList<>();
    facts.forEach((name, value) -> list.addAll(Arrays.asList(name, value)));
    return list;
  }

  /** What an exception says: all of its properties that are not those of any exception. */
  private static Map<String, Object> facts(Throwable thrown) {
    Map<String, Object> facts = new TreeMap<>();
    facts.put("message", text(thrown.getMessage()));
    if (thrown instanceof SOAPFaultException fault) {
      facts.put("code", fault.getFault().getFaultCodeAsQName());
      facts.put("detail", fault.getFault().hasDetail());
      return facts;
    }
    try {
      for (PropertyDescriptor property :
          Introspector.getBeanInfo(thrown.getClass(), Throwable.class).getPropertyDescriptors()) {
        if (property.getReadMethod() != null) {
          facts.put(property.getName(), property.getReadMethod().invoke(thrown));
        }
      }
      return facts;
    } catch (IntrospectionException | ReflectiveOperationException e) {
      throw new AssertionError("an exception with properties", e);
    }
  }

  /**
   * Without what a binding says of a message that it cannot read or write, of which each says its
   * own, and without the identity of objects.
   */
  private static String text(String message) {
    return message == null
        ? null
        : message.replaceFirst("(?s)(arshalling Error: ).*", "$1").replaceAll("@[0-9a-f]+", "@");
  }
}
