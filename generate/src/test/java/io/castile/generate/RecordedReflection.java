package io.castile.generate;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.jdi.ArrayReference;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassObjectReference;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a program of Castile reflects on: its JVM runs under the debugger of the JDK, which stops at
 * each method of the reflection API, and notes the calls that come from Castile.
 */
final class RecordedReflection {
  /** What is done by reflection. */
  enum Kind {
    /** A class is looked for by its name. */
    FIND,
    /** The members of a class are listed, or one is looked for. */
    MEMBERS,
    /** An object is made, by a constructor. */
    MAKE,
    /** A method is called. */
    CALL,
    /** A field is read or written. */
    FIELD,
    /** An array is made. */
    ARRAY,
    /** A proxy is made. */
    PROXY,
    /** A resource is looked for. */
    RESOURCE
  }

  /**
   * One access.
   *
   * @param type the class, as its metadata names it; several for a proxy, with commas; a path for a
   *     resource
   * @param member the field or method; empty for others
   */
  record Access(Kind kind, String type, String member) implements Comparable<Access> {
    @Override
    public int compareTo(Access other) {
      return toString().compareTo(other.toString());
    }
  }

  /** The methods of the reflection API, by their classes: names, and what a call of one is. */
  private static final Map<String, Map<String, Kind>> API =
      Map.of(
          "java.lang.Class",
          Map.ofEntries(
              Map.entry("forName", Kind.FIND),
              Map.entry("getField", Kind.MEMBERS),
              Map.entry("getFields", Kind.MEMBERS),
              Map.entry("getDeclaredField", Kind.MEMBERS),
              Map.entry("getDeclaredFields", Kind.MEMBERS),
              Map.entry("getMethod", Kind.MEMBERS),
              Map.entry("getMethods", Kind.MEMBERS),
              Map.entry("getDeclaredMethod", Kind.MEMBERS),
              Map.entry("getDeclaredMethods", Kind.MEMBERS),
              Map.entry("getConstructor", Kind.MEMBERS),
              Map.entry("getConstructors", Kind.MEMBERS),
              Map.entry("getDeclaredConstructor", Kind.MEMBERS),
              Map.entry("getDeclaredConstructors", Kind.MEMBERS),
              Map.entry("getRecordComponents", Kind.MEMBERS),
              Map.entry("getResource", Kind.RESOURCE),
              Map.entry("getResourceAsStream", Kind.RESOURCE)),
          "java.lang.ClassLoader",
          Map.of("getResource", Kind.RESOURCE, "getResourceAsStream", Kind.RESOURCE),
          "java.lang.reflect.Constructor",
          Map.of("newInstance", Kind.MAKE),
          "java.lang.reflect.Method",
          Map.of("invoke", Kind.CALL),
          "java.lang.reflect.Field",
          Map.of(
              "get", Kind.FIELD,
              "set", Kind.FIELD,
              "getInt", Kind.FIELD,
              "setInt", Kind.FIELD,
              "getLong", Kind.FIELD,
              "setLong", Kind.FIELD,
              "getDouble", Kind.FIELD,
              "setDouble", Kind.FIELD,
              "getBoolean", Kind.FIELD,
              "setBoolean", Kind.FIELD),
          "java.lang.reflect.Array",
          Map.of("newInstance", Kind.ARRAY),
          "java.lang.reflect.Proxy",
          Map.of("newProxyInstance", Kind.PROXY));

  private final Set<Access> found = new TreeSet<>();
  private final String test;
  private final VirtualMachine machine;

  private RecordedReflection(VirtualMachine machine, String test) {
    this.machine = machine;
    this.test = test;
  }

  /**
   * Runs a program to its end.
   *
   * @param command the main class and its arguments
   * @param options of the JVM
   * @param test a package whose own accesses do not count
   * @return what it accessed
   * @throws AssertionError if it does not end well
   */
  static Set<Access> of(String command, List<String> options, String test) throws Exception {
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("main").setValue(command);
    // Interpreted, so that no call is compiled away.
    arguments
        .get("options")
        .setValue(
            "-Xint -cp \""
                + System.getProperty("java.class.path")
                + "\" "
                + String.join(" ", options));
    VirtualMachine machine = connector.launch(arguments);
    Process process = machine.process();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Thread out = drain(process.getInputStream(), printed);
    Thread err = drain(process.getErrorStream(), printed);
    try {
      RecordedReflection recording = new RecordedReflection(machine, test);
      recording.begin();
      recording.follow();
      if (process.waitFor() != 0) {
        throw new AssertionError(printed.toString(UTF_8));
      }
      return recording.found;
    } finally {
      process.destroyForcibly();
      out.join();
      err.join();
    }
  }

  private static Thread drain(InputStream from, ByteArrayOutputStream to) {
    Thread thread =
        new Thread(
            () -> {
              try {
                byte[] all = from.readAllBytes();
                synchronized (to) {
                  to.write(all);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    thread.start();
    return thread;
  }

  private void begin() {
    for (String name : API.keySet()) {
      List<ReferenceType> loaded = machine.classesByName(name);
      if (loaded.isEmpty()) {
        ClassPrepareRequest request = machine.eventRequestManager().createClassPrepareRequest();
        request.addClassFilter(name);
        request.enable();
      }
      loaded.forEach(this::stopAt);
    }
  }

  private void stopAt(ReferenceType type) {
    Map<String, Kind> methods = API.get(type.name());
    for (Method method : type.methods()) {
      Location begin = method.isPublic() && !method.isNative() ? method.location() : null;
      if (begin != null && methods.containsKey(method.name())) {
        BreakpointRequest request = machine.eventRequestManager().createBreakpointRequest(begin);
        request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        request.enable();
      }
    }
  }

  private void follow() throws Exception {
    while (true) {
      EventSet events = machine.eventQueue().remove();
      for (Event event : events) {
        if (event instanceof VMDisconnectEvent || event instanceof VMDeathEvent) {
          return;
        }
        if (event instanceof ClassPrepareEvent prepared) {
          stopAt(prepared.referenceType());
        } else if (event instanceof BreakpointEvent stop) {
          note(stop);
        }
      }
      events.resume();
    }
  }

  private void note(BreakpointEvent stop) throws IncompatibleThreadStateException {
    ThreadReference thread = stop.thread();
    if (thread.frameCount() < 2) {
      return;
    }
    String caller = thread.frame(1).location().declaringType().name();
    if (!caller.startsWith("io.castile.") || caller.startsWith(test)) {
      return;
    }
    StackFrame frame = thread.frame(0);
    Method method = frame.location().method();
    Kind kind = API.get(method.declaringType().name()).get(method.name());
    List<Value> arguments = frame.getArgumentValues();
    ObjectReference own = frame.thisObject();
    found.add(
        switch (kind) {
          case FIND -> new Access(kind, text(arguments.get(0)), "");
          case RESOURCE -> new Access(kind, resource(own, text(arguments.get(0))), "");
          case MEMBERS -> new Access(kind, type(own), "");
          case ARRAY -> new Access(kind, type(arguments.get(0)) + "[]", "");
          case PROXY -> new Access(kind, types((ArrayReference) arguments.get(1)), "");
          case MAKE -> new Access(kind, type(field(own, "clazz")), "");
          case CALL, FIELD -> new Access(kind, type(field(own, "clazz")), text(field(own, "name")));
        });
  }

  private static String resource(ObjectReference own, String path) {
    if (!(own instanceof ClassObjectReference type)) {
      return path;
    }
    if (path.startsWith("/")) {
      return path.substring(1);
    }
    String name = type(type);
    return name.substring(0, name.lastIndexOf('.') + 1).replace('.', '/') + path;
  }

  private static Value field(ObjectReference object, String name) {
    return object.getValue(object.referenceType().fieldByName(name));
  }

  private static String text(Value value) {
    return ((StringReference) value).value();
  }

  private static String type(Value value) {
    ClassObjectReference type = (ClassObjectReference) value;
    // Primitive types are no reference types.
    Value name = field(type, "name");
    try {
      return type.reflectedType().name();
    } catch (RuntimeException e) {
      return name == null ? "primitive" : text(name);
    }
  }

  private static String types(ArrayReference classes) {
    return String.join(",", classes.getValues().stream().map(RecordedReflection::type).toList());
  }
}
