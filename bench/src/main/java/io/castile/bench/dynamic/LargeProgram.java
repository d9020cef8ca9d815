package io.castile.bench.dynamic;

import io.castile.dynamic.DynamicClient;
import java.util.Map;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.endpoint.dynamic.JaxWsDynamicClientFactory;
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

  /** That of Apache CXF. */
  private static final class Cxf {
    static String call(String wsdl, String address) throws Exception {
      var client =
          JaxWsDynamicClientFactory.newInstance(BusFactory.getDefaultBus()).createClient(wsdl);
      client.getRequestContext().put(Message.ENDPOINT_ADDRESS, address);
      Object answer = client.invoke(LargeWsdl.OPERATION)[0];
      Object status = get(answer, "getStatus");
      return String.valueOf(get(status, "isIsSuccess"));
    }

    private static Object get(Object bean, String getter) throws ReflectiveOperationException {
      return bean.getClass().getMethod(getter).invoke(bean);
    }
  }
}
