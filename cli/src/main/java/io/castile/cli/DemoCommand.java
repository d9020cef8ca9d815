package io.castile.cli;

import io.castile.cache.observe.internal.AdviceTree;
import io.castile.demo.gateway.GatewayDemo;
import io.castile.demo.gateway.GatewayResult;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code castile demo}. */
@Command(
    name = "demo",
    description = {
      "Serves a slow portal on Apache CXF, with the gateway before it, and calls it by clients of"
          + " Castile, Apache CXF and Metro: the gateway observes, advises a policy, is given it, and"
          + " is called the same again. Prints the advice and the difference, and checks all answers.",
      "Then it goes on serving until it is stopped, unless --once is given."
    })
final class DemoCommand implements Callable<Integer> {
  private static final int SECONDS = 30;
  private static final int SECONDS_ONCE = 20;

  @Spec private CommandSpec spec;

  @Option(
      names = "--once",
      description =
          "Call for 20 s before and 10 s after, and exit: 0 only if all answers agreed and the"
              + " gateway gave some of them.")
  private boolean once;

  @Mixin private JsonOption json;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "The port of the gateway; 0, the default, is any free one.")
  private int port;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "For how long to observe; 30 unless given, with --once 20. Half as long after.")
  private @Nullable Integer seconds; // null for what --once says

  @Override
  public Integer call() throws Exception {
    Duration observe = checkedSeconds();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter forPeople = json.isGiven() ? spec.commandLine().getErr() : out;
    try (GatewayDemo demo = new GatewayDemo(port)) {
      demo.addresses().forEach(forPeople::println);
      forPeople.printf(
          "Each call has the portal work for about %d ms of a processor: %s.%n"
              + "The advice may have %.0f %% of the kept answers stale.%n",
          GatewayDemo.WORK.toMillis(), demo.work(), 100 * GatewayDemo.STALE_RISK);
      forPeople.flush();
      GatewayResult result;
      try (LiveTable live = LiveTable.onTerminal()) {
        result =
            demo.run(
                observe,
                observe.dividedBy(2),
                (what, soFar) -> live.show(DemoTables.live(what, soFar)));
      }
      if (json.isGiven()) {
        JsonOption.print(forMachines(result), out);
      } else {
        DemoTables.print(result, out);
      }
      if (!once) {
        forPeople.println();
        forPeople.println("Serving until stopped (Ctrl-C).");
        forPeople.flush();
        new CountDownLatch(1).await();
      }
      return result.isGood() ? 0 : 1;
    }
  }

  private Duration checkedSeconds() {
    if (port < 0 || port > 65_535) {
      throw new ParameterException(
          spec.commandLine(), "castile: expected a port from 0 to 65535, found " + port);
    }
    if (seconds != null && seconds <= 0) {
      throw new ParameterException(
          spec.commandLine(), "castile: expected one second or more, found " + seconds);
    }
    int byDefault = once ? SECONDS_ONCE : SECONDS;
    return Duration.ofSeconds(seconds == null ? byDefault : seconds);
  }

  private static Map<String, Object> forMachines(GatewayResult result) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("work", result.work());
    all.put("observed", result.observed());
    all.put("advice", AdviceTree.of(result.advice(), result.recording()));
    all.put("applied", result.applied());
    all.put("savedBytes", result.savedBytes());
    all.put("disagreements", result.disagreements());
    return all;
  }
}
