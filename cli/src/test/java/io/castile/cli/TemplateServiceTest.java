package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.BindingOperation;
import jakarta.jws.WebService;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Services generated of real descriptions read what {@code --template} prints. */
@Tag("long")
final class TemplateServiceTest {
  private static final Map<Class<?>, Object> NOTHING =
      Map.of(
          int.class, 0, long.class, 0L, boolean.class, false, double.class, 0.0, float.class, 0f);

  @TempDir private Path folder;

  /** Notes what it is given, and answers with nothing. */
  private static final class Recording implements InvocationHandler {
    final BlockingQueue<String> received = new LinkedBlockingQueue<>();

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getDeclaringClass() == Object.class) {
        return method.invoke(this, arguments);
      }
      boolean isWhole = arguments == null || Arrays.stream(arguments).allMatch(Objects::nonNull);
      received.add(method.getName() + (isWhole ? "" : " without an argument"));
      return NOTHING.get(method.getReturnType());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "calculator",
        "countryinfo",
        "eu-vies-checkvat",
        "google-search",
        "cdyne-weather",
        "wcf-order-contract",
        "equifax",
        "axis1-multiref"
      })
  void whatIsPrintedIsReadByAGeneratedService(String name) throws Exception {
    Path corpus = Path.of("../../shared/corpus");
    assumeTrue(Files.isDirectory(corpus), "no ../shared/corpus beside the repository");
    Path wsdl;
    try (Stream<Path> files = Files.list(corpus.resolve(name))) {
      wsdl = files.filter(file -> file.toString().endsWith(".wsdl")).findFirst().orElseThrow();
    }
    Path sources = folder.resolve("src");
    Cli generating = new Cli();
    assertThat(generating.run("generate", wsdl.toString(), "-d", sources.toString()))
        .as(generating.err())
        .isZero();
    Path classes = compiled(sources);
    URL[] path = {classes.toUri().toURL(), sources.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
      int called = 0;
      for (Class<?> type : interfaces(classes, loader)) {
        called += call(wsdl, type, loader);
      }
      assertThat(called).isPositive();
    }
  }

  private Path compiled(Path sources) throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proc:none",
                "-nowarn",
                "-d",
                classes.toString(),
                "-classpath",
                System.getProperty("java.class.path")));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertThat(code).isZero();
    return classes;
  }

  private static List<Class<?>> interfaces(Path classes, ClassLoader loader) throws Exception {
    List<Class<?>> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        String name = classes.relativize(file).toString().replace('/', '.');
        Class<?> type = Class.forName(name.substring(0, name.length() - 6), false, loader);
        if (type.isInterface() && type.isAnnotationPresent(WebService.class)) {
          found.add(type);
        }
      }
    }
    return found;
  }

  private int call(Path wsdl, Class<?> type, ClassLoader loader) throws Exception {
    Recording recording = new Recording();
    Object service = Proxy.newProxyInstance(loader, new Class<?>[] {type}, recording);
    Description description = WsdlReader.create().read(wsdl.toUri());
    String portType = type.getAnnotation(WebService.class).name();
    int called = 0;
    try (SoapServer server = Castile.server().publish("/s", service).start()) {
      for (var binding : Descriptions.bindings(description)) {
        boolean isServed =
            binding.protocol().toString().equals("SOAP 1.1")
                && binding.portType().name().getLocalPart().equals(portType);
        for (BindingOperation each :
            isServed ? binding.operations() : List.<BindingOperation>of()) {
          String operation = each.operation().name();
          Cli printing = new Cli();
          assertThat(printing.run("call", wsdl.toString(), operation, "--template")).isZero();
          Path file = Files.writeString(folder.resolve("request.xml"), printing.out());
          Cli calling = new Cli();
          calling.run(
              "call",
              "--raw",
              wsdl.toString(),
              operation,
              "--endpoint",
              server.url("/s").toString(),
              "--xml",
              file.toString());

          assertThat(recording.received.poll(20, TimeUnit.SECONDS)) // of one-way operations: later
              .as(operation + ": " + calling.err() + printing.out())
              .isNotNull()
              .doesNotContain("without an argument");
          called++;
        }
      }
    }
    return called;
  }
}
