package io.castile.bench.path;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import io.castile.bench.harness.ChildJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The source files of Castile whose methods one warm call enters, as a debugger sees them in
 * another JVM. {@code java io.castile.bench.path.EnteredFiles [--files] [PATH…]} prints their
 * numbers, or the files too.
 *
 * @param caller files that the calling thread enters, as classes without nested ones
 * @param others files that other threads enter: those of the server or of the gateway
 * @param entries methods that are entered
 */
public record EnteredFiles(SortedSet<String> caller, SortedSet<String> others, int entries) {
  private static final int WARM_UP_CALLS = 200;

  /** Odd. Some calls do more than others, as where a template is tried once more. */
  private static final int CALLS = 9;

  /** How long the threads of a server may take to end their work behind the response. */
  private static final int LAST_MILLIS = 200;

  private static final String OPTION =
      "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0";
  private static final String LISTENING = "Listening for transport dt_socket at address: ";

  /** Returns the files that the caller, or another thread, enters. */
  public SortedSet<String> all() {
    SortedSet<String> all = new TreeSet<>(caller);
    all.addAll(others);
    return all;
  }

  /** Traces warm calls of a path, one after another, and returns the one in the middle by files. */
  public static EnteredFiles of(CallPath path) throws IOException, InterruptedException {
    List<String> arguments = List.of(path.name(), Integer.toString(WARM_UP_CALLS));
    try (ChildJvm program = ChildJvm.start(PathProgram.class, List.of(OPTION), arguments)) {
      String address = program.hear(LISTENING, "address of the debugger").strip();
      program.hear(PathProgram.READY, "calls that warm up");
      VirtualMachine machine = attach(address);
      try {
        MethodEntryRequest entered = machine.eventRequestManager().createMethodEntryRequest();
        entered.addClassFilter("io.castile.*");
        entered.addClassExclusionFilter("io.castile.bench.*");
        entered.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        List<EnteredFiles> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
          calls.add(traced(program, machine, entered));
        }
        calls.sort(Comparator.comparingInt(call -> call.all().size()));
        return calls.get(CALLS / 2);
      } finally {
        dispose(machine);
      }
    }
  }

  private static VirtualMachine attach(String address) throws IOException {
    AttachingConnector connector =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(each -> each.transport().name().equals("dt_socket"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    Objects.requireNonNull(arguments.get("hostname")).setValue("127.0.0.1");
    Objects.requireNonNull(arguments.get("port"))
        .setValue(address.substring(address.lastIndexOf(':') + 1));
    try {
      return connector.attach(arguments);
    } catch (IllegalConnectorArgumentsException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static void dispose(VirtualMachine machine) {
    try {
      machine.dispose();
    } catch (VMDisconnectedException e) {
      // The program has ended.
    }
  }

  private static EnteredFiles traced(
      ChildJvm program, VirtualMachine machine, MethodEntryRequest entered)
      throws IOException, InterruptedException {
    entered.enable();
    program.say("");
    program.hear(PathProgram.READY, "traced call");
    SortedSet<String> caller = new TreeSet<>();
    SortedSet<String> others = new TreeSet<>();
    int entries = 0;
    Map<ThreadReference, Boolean> callers = new HashMap<>();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_MILLIS);
    EventSet set = machine.eventQueue().remove(LAST_MILLIS);
    while (set != null) {
      for (Event event : set) {
        if (event instanceof MethodEntryEvent entry) {
          boolean isCaller =
              callers.computeIfAbsent(entry.thread(), thread -> thread.name().equals("main"));
          (isCaller ? caller : others).add(file(entry.method().declaringType().name()));
          entries++;
        }
      }
      if (System.nanoTime() - end > 0) {
        entered.disable(); // timers may never be quiet
      }
      set = machine.eventQueue().remove(LAST_MILLIS);
    }
    entered.disable();
    return new EnteredFiles(caller, others, entries);
  }

  /** The top-level class in whose file a class is; lambdas and nested classes are in one too. */
  private static String file(String type) {
    int end = type.indexOf('$');
    return end < 0 ? type : type.substring(0, end);
  }

  /**
   * Prints the numbers.
   *
   * @param arguments {@code --files} for the files too, and names of paths; all by default
   */
  public static void main(String[] arguments) throws Exception {
    List<String> given = List.of(arguments);
    for (CallPath path : CallPath.values()) {
      boolean isAsked = given.stream().allMatch("--files"::equals) || given.contains(path.name());
      if (isAsked) {
        EnteredFiles files = of(path);
        System.out.println(
            path
                + ": "
                + files.all().size()
                + " files, of the calling thread "
                + files.caller().size()
                + ", of others "
                + files.others().size()
                + "; "
                + files.entries()
                + " entries");
        if (given.contains("--files")) {
          files.all().forEach(System.out::println);
        }
      }
    }
  }
}
