package io.castile.interop;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.interop.ParityCheck.Difference;
import io.castile.interop.ServiceParity.Row;
import io.castile.soap.SoapVersion;
import jakarta.jws.Oneway;
import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebFault;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/** Calls the operations of one service, which Castile serves, by a client of CXF or another. */
final class ServiceCalls {
  /** Operations of each interface; the services with hundreds are sampled evenly. */
  static final int OPERATIONS = Integer.getInteger("castile.corpus.operations", 12);

  private final GeneratedService service;
  private final Client client;
  private final int operations;
  private final List<Row> rows = new ArrayList<>();

  /** A client that is given a port for the time of some calls. */
  @FunctionalInterface
  interface Client {
    void use(Class<?> sei, SoapVersion version, String url, Calls calls) throws Exception;
  }

  /** What is called through a port. */
  @FunctionalInterface
  interface Calls {
    void through(Object port) throws Exception;
  }

  ServiceCalls(GeneratedService service) {
    this(service, ServiceCalls::cxf, OPERATIONS);
  }

  /**
   * @param operations of each interface at most
   */
  ServiceCalls(GeneratedService service, Client client, int operations) {
    this.service = service;
    this.client = client;
    this.operations = operations;
  }

  /**
   * Calls them all.
   *
   * @return a row for each operation, with the number of values that were compared
   */
  List<Row> check() throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = service.newLoader()) {
      thread.setContextClassLoader(loader); // CXF looks for interfaces by their names there
      List<Class<?>> types = service.boundClasses(loader);
      MessageValues.Maker maker =
          new MessageValues.Maker(new RandomBeans(types), new ReferenceBinding(types));
      List<Class<?>> interfaces = interfaces(service, loader);
      for (int i = 0; i < interfaces.size(); i++) {
        SoapVersion version = i % 2 == 0 ? SoapVersion.SOAP_1_1 : SoapVersion.SOAP_1_2;
        check(interfaces.get(i), version, maker);
      }
      return rows;
    } finally {
      thread.setContextClassLoader(before);
      Beans.forget();
    }
  }

  /** The interfaces of services, sorted by name. */
  static List<Class<?>> interfaces(GeneratedService service, ClassLoader loader)
      throws IOException {
    Path classes = service.folder().resolve("classes");
    try (Stream<Path> tree = Files.walk(classes)) {
      List<Class<?>> found = new ArrayList<>();
      for (Path file : tree.filter(path -> path.toString().endsWith(".class")).sorted().toList()) {
        String path = classes.relativize(file).toString();
        String name = path.substring(0, path.length() - 6).replace(File.separatorChar, '.');
        try {
          Class<?> type = Class.forName(name, false, loader);
          if (type.isInterface() && type.isAnnotationPresent(WebService.class)) {
            found.add(type);
          }
        } catch (ClassNotFoundException e) {
          throw new AssertionError("a class file is where its name says", e);
        }
      }
      return found;
    }
  }

  private void check(Class<?> sei, SoapVersion version, MessageValues.Maker maker)
      throws Exception {
    RecordingService recording = new RecordingService();
    SoapServer server;
    try {
      Object proxy = recording.proxy(sei);
      server =
          Castile.server().sameVersion(false).host("localhost").publish("/service", proxy).start();
    } catch (IllegalArgumentException e) {
      Difference difference =
          new Difference("serve", service.service().name() + " " + sei.getName() + ": " + e);
      String name = sei.getSimpleName();
      rows.add(new Row(service.service().name(), name, 0, "call", "", List.of(difference)));
      return;
    }
    try (server) {
      check(sei, version, maker, recording, server.url("/service"));
    }
  }

  private void check(
      Class<?> sei,
      SoapVersion version,
      MessageValues.Maker maker,
      RecordingService recording,
      String url)
      throws Exception {
    client.use(
        sei,
        version,
        url,
        port -> {
          for (Method method : sample(sei)) {
            new OperationCall(method, port, recording, maker).check();
          }
        });
  }

  static void cxf(Class<?> sei, SoapVersion version, String url, Calls calls) throws Exception {
    Bus bus = new ExtensionManagerBus();
    try {
      JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
      factory.setBus(bus);
      factory.setServiceClass(sei);
      factory.setAddress(url);
      factory.setBindingId(version.bindingId());
      factory.setProperties(
          new HashMap<>(Map.of("org.apache.cxf.transport.process_fault_on_http_400", true)));
      Object port = factory.create();
      try {
        calls.through(port);
      } finally {
        ClientProxy.getClient(port).destroy();
      }
    } finally {
      bus.shutdown(true);
    }
  }

  private List<Method> sample(Class<?> sei) {
    List<Method> methods =
        Arrays.stream(sei.getMethods()).sorted(Comparator.comparing(Method::toString)).toList();
    int step = (methods.size() + operations - 1) / operations;
    List<Method> sample = new ArrayList<>();
    for (int i = 0; i < methods.size(); i += step) {
      sample.add(methods.get(i));
    }
    return sample;
  }

  /** The calls of one operation. */
  private final class OperationCall {
    private final Method method;
    private final Object port;
    private final RecordingService recording;
    private final MessageValues.Maker maker;
    private final String name;
    private final long seed;
    private final List<Difference> differences = new ArrayList<>();

    OperationCall(
        Method method, Object port, RecordingService recording, MessageValues.Maker maker) {
      this.method = method;
      this.port = port;
      this.recording = recording;
      this.maker = maker;
      this.name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
      this.seed = ServiceParity.SEED * 31 + Objects.hash(service.service().name(), name);
    }

    /** Values that were there and have been compared. */
    private int compared;

    void check() throws Exception {
      recording.clear();
      checkAnswer();
      for (Class<?> declared : method.getExceptionTypes()) {
        if (declared.isAnnotationPresent(WebFault.class)) {
          recording.clear();
          checkFault(declared);
        }
      }
      rows.add(new Row(service.service().name(), name, compared, "call", "", differences));
    }

    private void checkAnswer() throws Exception {
      MessageValues request = maker.request(method, seed);
      boolean oneWay = method.isAnnotationPresent(Oneway.class);
      MessageValues response = oneWay ? null : maker.response(method, seed + 1);
      recording.answer(response);
      Object[] arguments = arguments(request);
      try {
        Object result = method.invoke(port, arguments);
        compareRequest(request);
        if (response != null) {
          compare("response", response.expected(), values(arguments, result));
        }
      } catch (InvocationTargetException e) {
        note("call", "failed with " + causes(e.getCause()));
      }
    }

    private void compareRequest(MessageValues request) throws InterruptedException {
      Object[] received = recording.received();
      if (received == null) {
        note("request", "did not come");
      } else {
        compare("request", request.expected(), Arrays.copyOf(received, received.length + 1));
      }
    }

    private void checkFault(Class<?> declared) throws Exception {
      MessageValues request = maker.request(method, seed + 2);
      Class<?> type = declared.getMethod("getFaultInfo").getReturnType();
      Object detail = maker.beans().value(type, seed + 3);
      Exception thrown =
          (Exception) declared.getConstructor(String.class, type).newInstance("why é", detail);
      recording.answer(null);
      recording.fail(thrown);
      try {
        method.invoke(port, arguments(request));
        note("fault", "came back without " + declared);
      } catch (InvocationTargetException e) {
        Throwable caught = e.getCause();
        if (caught.getClass() != declared || !"why é".equals(caught.getMessage())) {
          note("fault", "expected " + declared + " but was " + causes(caught));
          return;
        }
        Object info = declared.getMethod("getFaultInfo").invoke(caught);
        compared++;
        String difference = DeepComparison.difference(maker.read(type, detail), info);
        if (difference != null) {
          note("fault", declared.getSimpleName() + ": " + difference);
        }
      }
    }

    private Object[] arguments(MessageValues request) {
      Parameter[] parameters = method.getParameters();
      Object[] arguments = new Object[parameters.length];
      for (int i = 0; i < arguments.length; i++) {
        Object value = request.sent()[i];
        arguments[i] = MessageValues.isHolder(parameters[i]) ? new Holder<>(value) : value;
      }
      return arguments;
    }

    /** The values that holders have, and the result behind them. */
    private Object[] values(Object[] arguments, Object result) {
      Object[] values = new Object[arguments.length + 1];
      for (int i = 0; i < arguments.length; i++) {
        values[i] = arguments[i] instanceof Holder<?> holder ? holder.value : null;
      }
      values[arguments.length] = result;
      return values;
    }

    private void compare(String check, Object[] expected, Object[] actual) {
      for (int i = 0; i < expected.length; i++) {
        if (isNone(expected[i]) && isNone(actual[i])) {
          continue;
        }
        compared++;
        String difference = DeepComparison.difference(expected[i], actual[i]);
        if (difference != null) {
          note(check, "value " + i + ": " + difference);
        }
      }
    }

    /** Lists of no elements: a wrapper does not tell whether there was one. */
    private boolean isNone(Object value) {
      return value == null || (value instanceof List<?> list && list.isEmpty());
    }

    private void note(String check, String what) {
      differences.add(
          new Difference(
              check,
              service.service().name()
                  + " "
                  + name
                  + ", seed "
                  + seed
                  + ", "
                  + check
                  + ": "
                  + what));
    }
  }

  private static String causes(Throwable thrown) {
    StringBuilder text = new StringBuilder(thrown.toString());
    for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
      text.append("; caused by ").append(cause);
    }
    return text.toString();
  }
}
