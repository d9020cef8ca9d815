package io.castile.interop.axis1;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.builders.BuildersService;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.apache.axis.wsdl.toJava.Emitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stubs that Axis 1.4 generates from the description that Castile serves, and what they call. */
class AxisStubsTest {
  @TempDir Path folder;

  @Test
  void stubsOfTheServedDescriptionCallTheService() throws Exception {
    try (SoapServer server =
        Castile.server().host("localhost").publish("/echo", new BuildersService()).start()) {
      String url = server.url("/echo");
      Emitter emitter = new Emitter();
      emitter.setOutputDir(folder.toString());
      emitter.run(url + "?wsdl");
      try (URLClassLoader loader = JavaFolder.compiled(folder)) {
        Object port = port(loader, url);

        assertThat(call(port, "echoString", "a < b")).isEqualTo("a < b");
        assertThat((int[]) call(port, "echoIntegerArray", new int[] {1, 2})).containsExactly(1, 2);
        assertThat((String[]) call(port, "echoStringArray", (Object) new String[] {"a", null}))
            .containsExactly("a", null);
        checkStructs(port, loader);
      }
    }
  }

  private static void checkStructs(Object port, ClassLoader loader) throws Exception {
    Class<?> type = loader.loadClass("org.soapinterop.xsd.SOAPStruct");
    Object struct = type.getConstructor().newInstance();
    type.getMethod("setVarString", String.class).invoke(struct, "x");
    Object array = Array.newInstance(type, 2);
    Array.set(array, 0, struct);

    assertThat(call(port, "echoStruct", struct)).isEqualTo(struct);
    Object read = call(port, "echoStructArray", array);
    assertThat(Array.getLength(read)).isEqualTo(2);
    assertThat(Array.get(read, 0)).isEqualTo(struct);
    assertThat(Array.get(read, 1)).isNull();

    Class<?> node = loader.loadClass("org.soapinterop.xsd.Node");
    Object root = node.getConstructor().newInstance();
    node.getMethod("setLeft", node).invoke(root, root);
    Object graph = call(port, "echoNode", root);
    assertThat(node.getMethod("getLeft").invoke(graph)).isSameAs(graph);
  }

  private static Object port(ClassLoader loader, String url) throws Exception {
    Class<?> locator = loader.loadClass("org.soapinterop.InteropTestServiceLocator");
    for (Method method : locator.getMethods()) {
      if (method.getName().startsWith("get")
          && method.getName().endsWith("Port")
          && List.of(method.getParameterTypes()).equals(List.of(URL.class))) {
        return method.invoke(locator.getConstructor().newInstance(), new URL(url));
      }
    }
    throw new AssertionError("no port in " + List.of(locator.getMethods()));
  }

  private static Object call(Object port, String name, Object argument) throws Exception {
    for (Method method : port.getClass().getMethods()) {
      if (method.getName().equals(name)) {
        return method.invoke(port, argument);
      }
    }
    throw new AssertionError("no operation " + name);
  }
}
