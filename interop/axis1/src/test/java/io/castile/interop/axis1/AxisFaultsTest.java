package io.castile.interop.axis1;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.builders.FaultyService;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.axis.AxisFault;
import org.apache.axis.wsdl.toJava.Emitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exceptions that Castile and Axis 1.4 throw at each other. */
class AxisFaultsTest {
  private static final String FAULTS = "soapbuilders-r4-faults-rpcenc/complex-rpc-encoded.wsdl";

  @TempDir Path folder;

  private final Beans beans = new Beans();

  private static void stubs(String wsdl, Path folder) throws Exception {
    Emitter emitter = new Emitter();
    emitter.setOutputDir(folder.toString());
    emitter.run(wsdl);
  }

  @Test
  void stubsOfTheServedDescriptionCatchWhatTheServiceThrows() throws Exception {
    try (SoapServer server =
        Castile.server().host("localhost").publish("/faulty", new FaultyService()).start()) {
      String url = server.url("/faulty");
      stubs(url + "?wsdl", folder);
      try (URLClassLoader axis = JavaFolder.compiled(folder)) {
        Object stub = GeneratedPeersTest.stub(folder, axis, url);

        assertThat(GeneratedPeersTest.call(stub, "fail", new Object[] {"x"})).isEqualTo("x");
        Throwable problem = thrown(stub, "ProblemFault");
        assertThat(problem.getClass().getName()).isEqualTo("org.soapinterop.faulty.Problem");
        assertThat(get(problem, "Code")).isEqualTo(5);
        Throwable trouble = thrown(stub, "TroubleFault");
        assertThat(trouble.getClass().getName()).isEqualTo("org.soapinterop.faulty.Trouble");
        assertThat(get(trouble, "Code")).isEqualTo(5);
        assertThat(get(trouble, "Text")).isEqualTo("a < b");
        Throwable text = thrown(stub, "TextFault"); // of which Axis makes no exception
        assertThat(text).isInstanceOf(AxisFault.class);
        assertThat(((AxisFault) text).getFaultString()).isEqualTo("text");
        assertThat(get(thrown(stub, "CodeFault"), "Code")).isEqualTo(7);
        checkGraph(thrown(stub, "NodeFault"));
      }
    }
  }

  private static void checkGraph(Throwable root) throws Exception {
    Object left = get(root, "Left");
    assertThat(get(root, "Data")).isEqualTo(1);
    assertThat(get(left, "Data")).isEqualTo(2);
    assertThat(get(root, "Right")).isSameAs(left);
    assertThat(Array.get(get(left, "Others"), 0)).isSameAs(root);
  }

  private static Object get(Object bean, String property) throws ReflectiveOperationException {
    return bean.getClass().getMethod("get" + property).invoke(bean);
  }

  private static Throwable thrown(Object stub, String name) throws Exception {
    return thrown(() -> GeneratedPeersTest.call(stub, "fail", new Object[] {name}));
  }

  private interface Call {
    Object call() throws Exception;
  }

  private static Throwable thrown(Call call) throws Exception {
    try {
      return new AssertionError("expected an exception, found " + call.call());
    } catch (InvocationTargetException e) {
      return e.getCause();
    }
  }

  /**
   * The argument that an operation throws: the only one, or that of which the first is the place.
   */
  private static Object chosen(Object[] arguments) {
    return arguments[arguments.length == 1 ? 0 : (Integer) arguments[0]];
  }

  @Test
  void whatIsGeneratedCatchesWhatSkeletonsOfAxisThrow() throws Exception {
    Path wsdl = GeneratedPeersTest.wsdl(FAULTS);
    InvocationHandler behaviour =
        (operation, none, arguments) -> {
          Object thrown = chosen(arguments);
          if (thrown instanceof Throwable fault) {
            throw fault;
          }
          Class<?> type =
              thrown
                  .getClass()
                  .getClassLoader()
                  .loadClass(thrown.getClass().getPackageName() + ".SOAPStructFault");
          throw (Throwable) type.getConstructor(thrown.getClass()).newInstance(thrown);
        };
    try (Generated made = Generated.of(wsdl, folder.resolve("castile"));
        AxisSkeleton axis = new AxisSkeleton(wsdl, folder.resolve("axis"), behaviour)) {
      Object port = Castile.client(made.sei()).endpoint(axis.url()).build();
      for (Method method : made.sei().getMethods()) {
        for (int place = 1; place < Math.max(2, method.getParameterCount()); place++) {
          Object[] arguments = arguments(method, place);

          Throwable thrown = thrown(() -> method.invoke(port, arguments));

          assertThat(method.getExceptionTypes()).contains(thrown.getClass());
          assertThat(Beans.text(get(thrown, "FaultInfo")))
              .as(method.getName() + place)
              .endsWith(Beans.text(chosen(arguments)) + closing(method, place));
        }
      }
    }
  }

  /** A struct travels in the bean of its fault. */
  private static String closing(Method method, int place) {
    return method.getName().endsWith("Faults1") && place == 1 ? "]" : "";
  }

  private Object[] arguments(Method method, int place) throws ReflectiveOperationException {
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      boolean isPlace = i == 0 && arguments.length > 1;
      arguments[i] = isPlace ? (Object) place : beans.sample(method.getParameterTypes()[i]);
    }
    return arguments;
  }

  @Test
  void stubsOfAxisCatchWhatIsThrownByWhatIsGenerated() throws Exception {
    Path wsdl = GeneratedPeersTest.wsdl(FAULTS);
    stubs(wsdl.toUri().toString(), folder.resolve("axis"));
    try (Generated made = Generated.of(wsdl, folder.resolve("castile"));
        URLClassLoader axis = JavaFolder.compiled(folder.resolve("axis"));
        SoapServer server =
            Castile.server().host("localhost").publish("/faults", thrower(made.sei())).start()) {
      Object stub = GeneratedPeersTest.stub(folder.resolve("axis"), axis, server.url("/faults"));
      for (Method method : made.sei().getMethods()) {
        for (int place = 1; place < Math.max(2, method.getParameterCount()); place++) {
          Object[] arguments = arguments(method, place);

          Throwable thrown =
              thrown(() -> GeneratedPeersTest.call(stub, method.getName(), arguments));

          assertThat(Beans.text(thrown))
              .as(method.getName() + place)
              .endsWith(Beans.text(chosen(arguments)) + closing(method, place));
        }
      }
    }
  }

  /** Throws the declared exception of what was chosen. */
  private Object thrower(Class<?> sei) {
    return Proxy.newProxyInstance(
        sei.getClassLoader(),
        new Class<?>[] {sei},
        (proxy, method, arguments) -> {
          if (method.getDeclaringClass() == Object.class) {
            return method.invoke(this, arguments);
          }
          throw exception(method, chosen(arguments));
        });
  }

  private static Throwable exception(Method method, Object bean)
      throws ReflectiveOperationException {
    for (Class<?> type : method.getExceptionTypes()) {
      Class<?> info = type.getMethod("getFaultInfo").getReturnType();
      Object given = info == bean.getClass() ? bean : around(info, bean);
      if (given != null) {
        return (Throwable) type.getConstructor(String.class, info).newInstance("thrown", given);
      }
    }
    throw new AssertionError("no exception for " + bean.getClass());
  }

  /** A bean whose one property is a value; null if it is not of that class. */
  private static Object around(Class<?> type, Object value) throws ReflectiveOperationException {
    Method setter =
        Stream.of(type.getMethods())
            .filter(each -> each.getName().startsWith("set"))
            .filter(each -> each.getParameterTypes()[0] == value.getClass())
            .findFirst()
            .orElse(null);
    if (setter == null) {
      return null;
    }
    Object bean = type.getConstructor().newInstance();
    setter.invoke(bean, value);
    return bean;
  }
}
