package io.castile.interop.cxf;

import io.castile.interop.MessageValues;
import io.castile.interop.RandomBeans;
import io.castile.interop.RecordingService;
import io.castile.interop.ReferenceBinding;
import jakarta.activation.DataHandler;
import jakarta.jws.Oneway;
import jakarta.jws.soap.SOAPBinding.ParameterStyle;
import jakarta.jws.soap.SOAPBinding.Style;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.WebFault;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Calls every operation of an interface with random values, with codecs at some ends, and holds
 * what the service is given, and what the client gets, against the same with Jakarta XML Binding at
 * both.
 */
final class InterfaceCalls<T> {
  static final String XML_BINDING = "http://cxf.apache.org/bindings/xformat";
  private static final long SEED = 20040614;

  /** Calls of each operation that are answered; each of its faults is another one. */
  private static final int ANSWERED = 2;

  /** An interface with more is about types, of which it has one operation each. */
  private static final int MANY_OPERATIONS = 50;

  private final Class<T> sei;
  private final String binding;
  private final RecordingService recording = new RecordingService();
  private final boolean records;
  private final boolean isDescribed;
  private final Setup<T> setup;
  private final List<String> descriptions = new ArrayList<>();

  /** Makes what is sent; null before the first run, whose binding knows the classes. */
  private MessageValues.Maker values;

  private InterfaceCalls(
      Class<T> sei, PublishedInterfaces.Description description, Supplier<?> service) {
    this.sei = sei;
    this.binding = binding(sei);
    this.records = service == null;
    this.setup = Setup.of(sei, records ? () -> recording.proxy(sei) : service).binding(binding);
    this.isDescribed = description != null;
    if (isDescribed) {
      setup.described(description);
    }
  }

  /**
   * Calls of a service that keeps what it is given, and answers with random values.
   *
   * @param description null where the code says it all
   */
  static <T> InterfaceCalls<T> recorded(Class<T> sei, PublishedInterfaces.Description description) {
    return new InterfaceCalls<>(sei, description, null);
  }

  /**
   * Calls of a service that was written for the interface.
   *
   * @param description null where the code says it all
   * @param service makes what serves, once for each run
   */
  static <T> InterfaceCalls<T> of(
      Class<T> sei, PublishedInterfaces.Description description, Supplier<?> service) {
    return new InterfaceCalls<>(sei, description, service);
  }

  /** The binding by the name of the package, as CXF names those of its tests. */
  private static String binding(Class<?> sei) {
    String name = sei.getPackageName() + ".";
    if (name.contains("xml.") || name.contains("_xml_")) {
      return XML_BINDING;
    }
    return name.contains("soap12")
        ? SOAPBinding.SOAP12HTTP_BINDING
        : SOAPBinding.SOAP11HTTP_BINDING;
  }

  /**
   * What was found of an operation.
   *
   * @param name with that of the interface
   * @param messages the form of its messages
   * @param calls how many were compared, of all ends together
   * @param alone how many of those in which codecs were at both ends did without Jakarta XML
   *     Binding
   * @param refused what calls come to without codecs where that is an error; null for none
   * @param differences from what comes of calls without codecs
   */
  record Operation(
      String name,
      String messages,
      int calls,
      int alone,
      String refused,
      List<String> differences) {}

  /** A call to be made. */
  private record Planned(Method method, long seed, Class<?> fault) {}

  /** What the service was given, and what the client got. */
  private record Made(Outcome received, Outcome returned, boolean alone) {}

  /** The WSDL that was made in all runs, one where it is the same; none of what has its own. */
  Set<String> descriptions() {
    return new HashSet<>(descriptions);
  }

  /**
   * Makes the calls.
   *
   * @param excluded names of operations that are not called
   */
  List<Operation> check(Set<String> excluded) throws Exception {
    List<Method> methods =
        Arrays.stream(sei.getMethods())
            .filter(method -> !isAsynchronous(method) && !excluded.contains(method.getName()))
            .sorted(Comparator.comparing(Method::toString))
            .toList();
    List<Planned> plan = new ArrayList<>();
    int answered = methods.size() > MANY_OPERATIONS ? 1 : ANSWERED;
    methods.forEach(method -> plan(method, answered, plan));

    List<Made> expected = run(Ends.NEITHER, plan);
    List<List<Made>> found = new ArrayList<>();
    for (Ends ends : Ends.WITH_CODECS) {
      found.add(run(ends, plan));
    }
    return methods.stream().map(method -> operation(method, plan, expected, found)).toList();
  }

  private static boolean isAsynchronous(Method method) {
    return method.getReturnType() == Response.class || method.getReturnType() == Future.class;
  }

  private void plan(Method method, int answered, List<Planned> plan) {
    long seed = SEED * 31 + Objects.hash(sei.getName(), method.getName());
    for (int i = 0; i < answered; i++) {
      plan.add(new Planned(method, seed + 100L * i, null));
    }
    for (Class<?> fault : method.getExceptionTypes()) {
      if (records && fault.isAnnotationPresent(WebFault.class) && isMadeOfInfo(fault)) {
        plan.add(new Planned(method, seed, fault));
      }
    }
  }

  private static boolean isMadeOfInfo(Class<?> fault) {
    try {
      Class<?> info = fault.getMethod("getFaultInfo").getReturnType();
      return Modifier.isPublic(fault.getConstructor(String.class, info).getModifiers());
    } catch (NoSuchMethodException e) {
      return false; // of a service that was written first
    }
  }

  private List<Made> run(Ends ends, List<Planned> plan) throws Exception {
    try (Setup.Running<T> running = setup.start(ends)) {
      if (!isDescribed) {
        descriptions.add(running.description());
      }
      if (values == null) {
        List<Class<?>> types = BoundClasses.from(running.serverBinding().getContextClasses());
        values = new MessageValues.Maker(new RandomBeans(types), new ReferenceBinding(types));
      }
      List<Made> made = new ArrayList<>();
      for (Planned call : plan) {
        made.add(make(call, running));
      }
      return made;
    }
  }

  private Made make(Planned call, Setup.Running<T> running) throws Exception {
    Method method = call.method();
    boolean oneWay = method.isAnnotationPresent(Oneway.class);
    Object[] arguments = arguments(method, values.request(method, call.seed()));
    recording.clear();
    recording.answer(oneWay ? null : values.response(method, call.seed() + 1));
    if (call.fault() != null) {
      recording.fail(fault(call.fault(), call.seed() + 2));
    }
    int before = running.jaxbUses();
    Outcome returned = Outcome.of(port -> invoke(method, port, arguments), running.port());
    boolean waits = records && oneWay && returned.thrown() == null;
    Object[] received = waits ? recording.received() : recording.receivedAlready();
    boolean alone = running.jaxbUses() == before && !hasBridge(method);
    return new Made(new Outcome(list(received), null), returned, alone);
  }

  private static List<Object> list(Object[] values) throws IOException {
    if (values == null) {
      return null;
    }
    List<Object> list = new ArrayList<>();
    for (Object value : values) {
      list.add(kept(value));
    }
    return list;
  }

  /** The value; the bytes of an attachment, which can be read once. */
  private static Object kept(Object value) throws IOException {
    return value instanceof DataHandler data ? data.getInputStream().readAllBytes() : value;
  }

  private static Object[] arguments(Method method, MessageValues request) {
    Parameter[] parameters = method.getParameters();
    Object[] arguments = new Object[parameters.length];
    for (int i = 0; i < arguments.length; i++) {
      Object value = request.sent()[i];
      arguments[i] = MessageValues.isHolder(parameters[i]) ? new Holder<>(value) : value;
    }
    return arguments;
  }

  private Exception fault(Class<?> type, long seed) throws ReflectiveOperationException {
    Class<?> info = type.getMethod("getFaultInfo").getReturnType();
    Object detail = values.beans().value(info, seed);
    return (Exception) type.getConstructor(String.class, info).newInstance("why \u00e9", detail);
  }

  /** The result, and what the holders have afterwards. */
  private static Object invoke(Method method, Object port, Object[] arguments) throws Exception {
    try {
      List<Object> values = new ArrayList<>();
      values.add(method.invoke(port, arguments));
      for (Object argument : arguments) {
        values.add(argument instanceof Holder<?> holder ? kept(holder.value) : null);
      }
      return values;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception thrown) {
        throw thrown;
      }
      throw e;
    }
  }

  /** Whether CXF binds a parameter or the result by a bridge, past the context. */
  private static boolean hasBridge(Method method) {
    List<Annotation> annotations = new ArrayList<>(Arrays.asList(method.getAnnotations()));
    for (Annotation[] ofParameter : method.getParameterAnnotations()) {
      annotations.addAll(Arrays.asList(ofParameter));
    }
    return annotations.stream()
        .anyMatch(each -> each instanceof XmlJavaTypeAdapter || each instanceof XmlList);
  }

  private Operation operation(
      Method method, List<Planned> plan, List<Made> expected, List<List<Made>> found) {
    String name = sei.getName() + "." + method.getName();
    List<String> differences = new ArrayList<>();
    String refused = null;
    int calls = 0;
    int alone = 0;
    for (int i = 0; i < plan.size(); i++) {
      Planned call = plan.get(i);
      if (!call.method().equals(method)) {
        continue;
      }
      Throwable thrown = expected.get(i).returned().thrown();
      if (thrown != null && thrown.getClass() != call.fault()) {
        refused = thrown.toString();
      }
      for (int j = 0; j < found.size(); j++) {
        Made made = found.get(j).get(i);
        calls++;
        String where = name + ", seed " + call.seed() + ", " + Ends.WITH_CODECS.get(j) + ": ";
        note(where + "received ", made.received(), expected.get(i).received(), differences);
        note(where + "returned ", made.returned(), expected.get(i).returned(), differences);
        if (made.alone() && Ends.WITH_CODECS.get(j) == Ends.BOTH) {
          alone++;
        }
      }
    }
    return new Operation(name, messages(method), calls, alone, refused, differences);
  }

  private static void note(
      String where, Outcome found, Outcome expected, List<String> differences) {
    String difference = found.differenceFrom(expected);
    if (difference != null) {
      differences.add(where + difference);
    }
  }

  private String messages(Method method) {
    jakarta.jws.soap.SOAPBinding own = method.getAnnotation(jakarta.jws.soap.SOAPBinding.class);
    jakarta.jws.soap.SOAPBinding style =
        own == null ? sei.getAnnotation(jakarta.jws.soap.SOAPBinding.class) : own;
    if (binding.equals(XML_BINDING)) {
      return "XML without SOAP";
    }
    if (style != null && style.style() == Style.RPC) {
      return "rpc/literal";
    }
    return style != null && style.parameterStyle() == ParameterStyle.BARE
        ? "document/literal, bare"
        : "document/literal, wrapped";
  }
}
