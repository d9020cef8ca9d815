package io.castile.interop.axis1;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.builders.SessionsService;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Path;
import javax.xml.rpc.holders.StringHolder;
import org.apache.axis.wsdl.toJava.Emitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Header blocks in SOAP encoding, between Castile and Axis 1.4. */
class AxisHeadersTest {
  @TempDir Path folder;

  @Test
  void stubsOfTheServedDescriptionSendAndGetBlocks() throws Exception {
    try (SoapServer server =
        Castile.server().host("localhost").publish("/sessions", new SessionsService()).start()) {
      String url = server.url("/sessions");
      Emitter emitter = new Emitter();
      emitter.setOutputDir(folder.toString());
      emitter.run(url + "?wsdl");
      try (URLClassLoader axis = JavaFolder.compiled(folder)) {
        Object stub = GeneratedPeersTest.stub(folder, axis, url);
        Method use = method(stub, "use");
        Object shared = node(axis, 1, null);
        StringHolder ticket = new StringHolder("one");

        Object sum = use.invoke(stub, shared, node(axis, 20, shared), ticket);

        assertThat(sum).isEqualTo(121);
        assertThat(ticket.value).isEqualTo("one punched");
      }
    }
  }

  private static Method method(Object stub, String name) {
    for (Method each : stub.getClass().getMethods()) {
      if (each.getName().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("no method " + name);
  }

  private static Object node(ClassLoader axis, int data, Object left) throws Exception {
    Class<?> type = axis.loadClass("org.soapinterop.xsd.Node");
    Object node = type.getConstructor().newInstance();
    type.getMethod("setData", int.class).invoke(node, data);
    type.getMethod("setLeft", type).invoke(node, left);
    return node;
  }
}
