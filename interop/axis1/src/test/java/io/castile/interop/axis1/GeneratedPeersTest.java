package io.castile.interop.axis1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.codec.annotation.XsiType;
import jakarta.xml.ws.Holder;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import javax.xml.datatype.XMLGregorianCalendar;
import org.apache.axis.wsdl.toJava.Emitter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code castile generate} makes of real descriptions of rpc/encoded services, with what Axis
 * 1.4 makes of the same: they call each other with beans in which all is set, and each reads what
 * the other has written.
 */
@Tag("long")
class GeneratedPeersTest {
  private static final String GOOGLE = "google-search/GoogleSearch.wsdl";
  private static final String AMAZON = "amazon-web-services-2004/AmazonWebServices.wsdl";

  private static final String BUILDERS = "axis1-interop-echo/InteropTest.wsdl";

  @TempDir Path folder;

  private final Beans beans = new Beans();
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private volatile Object answer;

  static Path wsdl(String name) {
    for (Path each = Path.of("").toAbsolutePath(); each != null; each = each.getParent()) {
      Path found = each.resolve("shared").resolve("corpus").resolve(name);
      if (Files.exists(found)) {
        return found;
      }
    }
    assumeTrue(false, "no shared/corpus beside the repository");
    return Path.of(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {GOOGLE, AMAZON, BUILDERS})
  void stubsOfAxisCallWhatIsGenerated(String name) throws Exception {
    Path wsdl = wsdl(name);
    Emitter emitter = new Emitter();
    emitter.setOutputDir(folder.resolve("axis").toString());
    emitter.run(wsdl.toUri().toString());
    try (Generated made = Generated.of(wsdl, folder.resolve("castile"));
        URLClassLoader axis = JavaFolder.compiled(folder.resolve("axis"));
        SoapServer server =
            Castile.server().host("localhost").publish("/service", served(made.sei())).start()) {
      Object stub = stub(folder.resolve("axis"), axis, server.url("/service"));
      for (Method method : compared(made.sei())) {
        Object[] arguments = arguments(method);
        answer = sample(method.getReturnType(), method);

        Object result = call(stub, method.getName(), arguments);

        assertThat(received.poll()).as(method.getName()).isEqualTo(text(arguments));
        assertThat(Beans.text(result)).as(method.getName()).isEqualTo(Beans.text(answer));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {GOOGLE, AMAZON})
  void whatIsGeneratedCallsSkeletonsOfAxis(String name) throws Exception {
    Path wsdl = wsdl(name);
    InvocationHandler behaviour =
        (operation, none, arguments) -> {
          received.add(text(arguments));
          return answer;
        };
    try (Generated made = Generated.of(wsdl, folder.resolve("castile"));
        AxisSkeleton axis = new AxisSkeleton(wsdl, folder.resolve("axis"), behaviour)) {
      Object port = Castile.client(made.sei()).endpoint(axis.url()).build();
      for (Method method : made.sei().getMethods()) {
        Object[] arguments = arguments(method);
        Object expected = sample(method.getReturnType(), method);
        answer = Beans.as(axis.returned(method.getName()), expected);

        Object result = method.invoke(port, arguments);

        assertThat(received.poll()).as(method.getName()).isEqualTo(text(arguments));
        assertThat(Beans.text(result)).as(method.getName()).isEqualTo(Beans.text(expected));
      }
    }
  }

  /** Dates, which both stacks have other classes for, and several results are left out. */
  private static List<Method> compared(Class<?> sei) {
    return Stream.of(sei.getMethods())
        .filter(method -> method.getReturnType() != void.class)
        .filter(
            method ->
                Stream.of(method.getParameterTypes())
                    .noneMatch(Set.of(Holder.class, XMLGregorianCalendar.class)::contains))
        .toList();
  }

  private Object served(Class<?> sei) {
    return Proxy.newProxyInstance(
        sei.getClassLoader(),
        new Class<?>[] {sei},
        (proxy, method, arguments) -> {
          if (method.getDeclaringClass() == Object.class) {
            return method.invoke(this, arguments);
          }
          received.add(text(arguments));
          return answer;
        });
  }

  private Object[] arguments(Method method) throws ReflectiveOperationException {
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = sample(method.getParameterTypes()[i], method.getParameters()[i]);
    }
    return arguments;
  }

  /** A value that its schema type has, too. */
  private Object sample(Class<?> type, AnnotatedElement site) throws ReflectiveOperationException {
    Object value = beans.sample(type);
    XsiType schemaType = site.getAnnotation(XsiType.class);
    boolean isNegative =
        schemaType != null
            && Set.of("negativeInteger", "nonPositiveInteger").contains(schemaType.value());
    return isNegative ? ((BigInteger) value).negate() : value;
  }

  private static String text(Object[] values) throws ReflectiveOperationException {
    StringBuilder text = new StringBuilder();
    for (Object each : values) {
      text.append(Beans.text(each)).append(';');
    }
    return text.toString();
  }

  static Object stub(Path folder, ClassLoader axis, String url) throws Exception {
    String locator;
    try (var all = Files.walk(folder)) {
      locator =
          all.map(path -> folder.relativize(path).toString())
              .filter(path -> path.endsWith("Locator.java"))
              .findFirst()
              .orElseThrow();
    }
    Class<?> type = axis.loadClass(locator.substring(0, locator.length() - 5).replace('/', '.'));
    for (Method method : type.getMethods()) {
      if (method.getName().startsWith("get")
          && List.of(method.getParameterTypes()).equals(List.of(URL.class))) {
        return method.invoke(type.getConstructor().newInstance(), new URL(url));
      }
    }
    throw new AssertionError("no port in " + List.of(type.getMethods()));
  }

  static Object call(Object stub, String name, Object[] arguments) throws Exception {
    for (Method method : stub.getClass().getMethods()) {
      if (method.getName().equalsIgnoreCase(name)) {
        Object[] given = new Object[arguments.length];
        for (int i = 0; i < given.length; i++) {
          given[i] = Beans.as(method.getParameterTypes()[i], arguments[i]);
        }
        return method.invoke(stub, given);
      }
    }
    throw new AssertionError("no operation " + name);
  }
}
