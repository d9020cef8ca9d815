package io.castile.bench.dynamic;

import io.castile.dynamic.DynamicClient;
import java.util.Map;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.dynamic.DynamicClientFactory;
import org.apache.cxf.message.Message;

/**
 * A program that reads a WSDL, calls once and says what it has been answered.
 *
 * <p>Another stack's classes are not on its class path: each has a class of its own.
 */
final class LargeProgram {
  private LargeProgram() {}

  /**
   * Runs the program.
   *
   * @param arguments the name of a {@link LargeRow}, the WSDL's file, and the address to call
   */
  public static void main(String[] arguments) throws Exception {
    String answer =
        LargeRow.valueOf(arguments[0]) == LargeRow.CXF
            ? Cxf.call(arguments[1], arguments[2])
            : Castile.call(arguments[1], arguments[2]);
    System.out.println(LargeWsdl.ANSWER + answer);
    System.exit(0);
  }

  /** Castile's dynamic client. */
  private static final class Castile {
    static String call(String wsdl, String address) throws Exception {
      try (DynamicClient client = DynamicClient.of(wsdl).endpoint(address).build()) {
        Map<?, ?> answer = client.call(LargeWsdl.OPERATION, Map.of());
        Map<?, ?> result = (Map<?, ?>) answer.values().iterator().next();
        return String.valueOf(((Map<?, ?>) result.get("status")).get("@isSuccess"));
      }
    }
  }

  /** That of Apache CXF, without JAX-WS, whose rules want holders for the header blocks. */
  private static final class Cxf {
    private static final String REQUEST =
        "com.netsuite.webservices.platform.messages_2023_2.GetServerTimeRequest";

    static String call(String wsdl, String address) throws Exception {
      var client = DynamicClientFactory.newInstance(BusFactory.getDefaultBus()).createClient(wsdl);
      client.getRequestContext().put(Message.ENDPOINT_ADDRESS, address);
      // The loader of the classes that were made.
      ClassLoader made = Thread.currentThread().getContextClassLoader();
      Object request = made.loadClass(REQUEST).getConstructor().newInstance();
      Object answer = client.invoke(LargeWsdl.OPERATION, request)[0];
      Object status = get(get(answer, "getGetServerTimeResult"), "getStatus");
      return String.valueOf(get(status, "isIsSuccess"));
    }

    private static Object get(Object bean, String getter) throws ReflectiveOperationException {
      return bean.getClass().getMethod(getter).invoke(bean);
    }
  }
}
