package io.castile.cli;

import io.castile.bridge.mock.MockPairs;
import io.castile.bridge.mock.MockService;
import io.castile.gateway.config.ListenAddress;
import io.castile.wsdl.Description;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code castile mock}. */
@Command(
    name = "mock",
    description =
        "Serves valid responses for all operations of a WSDL, without the service: from recorded"
            + " pairs, else made up from the schema, until it is stopped. A request that does not"
            + " follow the schema gets a fault that names the element; one with the header field "
            + MockService.FAULT_FIELD
            + ": NAME the declared fault of that name, or 'sender' or 'receiver'. Exit code 1:"
            + " the WSDL or a pair cannot be read, or the port is taken; 2: the arguments are wrong;"
            + " else that of the signal that stopped it, as 130 or 143.")
final class MockCommand implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Mixin private WsdlOptions source;

  @Option(
      names = "--examples",
      paramLabel = "DIR",
      description =
          "Answer from these pairs first: OPERATION.request.xml and OPERATION.response.xml, or"
              + " OPERATION.NAME.request.xml and its like.")
  private @Nullable Path examples;

  @Option(
      names = "--replay",
      paramLabel = "DIR",
      description =
          "Answer from these pairs only; say at the end which operations had other requests.")
  private @Nullable Path replay;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "Listen on this port of this machine, 0 for any free one (${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--delay",
      paramLabel = "MILLISECONDS",
      defaultValue = "0",
      description = "Wait before each response (${DEFAULT-VALUE}).")
  private int delay;

  @Option(
      names = "--fault",
      paramLabel = "OPERATION",
      description =
          "Answer this operation by a fault: the first that it declares. May be repeated.")
  private List<String> faults = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (examples != null && replay != null) {
      throw usage("Cannot use --examples and --replay together. Remove one.");
    }
    if (delay < 0 || port < 0 || port > MAX_PORT) {
      throw usage(
          "expected a port from 0 to 65535 and a delay of at least 0, found "
              + port
              + ", "
              + delay);
    }
    Description description = WsdlCommand.read(source, spec);
    WsdlCommand.tellLocation(source, description, spec);
    WsdlCommand.tellErrors(description, spec);
    MockService service;
    try {
      service = service(MockService.of(description));
    } catch (UncheckedIOException e) { // of schemas that cannot be read
      throw e.getCause();
    }
    ListenAddress address = new ListenAddress("127.0.0.1", port);
    try (MockServer server =
        new MockServer(description, service, address, Duration.ofMillis(delay))) {
      PrintWriter out = spec.commandLine().getOut();
      out.printf(
          "castile: %d operations at http://127.0.0.1:%d/, described at http://127.0.0.1:%d/?wsdl%n",
          service.names().size(), server.port(), server.port());
      out.flush();
      CountDownLatch ended = new CountDownLatch(1);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> tellUnknown(service.unknown())));
      ended.await(); // the process
    }
    return 0;
  }

  private MockService service(MockService made) throws IOException {
    Set<String> names = made.names();
    for (String each : faults) {
      if (!names.contains(each)) {
        throw usage(
            "expected an operation in --fault, one of "
                + String.join(", ", names)
                + ", found "
                + each);
      }
    }
    Path folder = replay == null ? examples : replay;
    MockService service = made.withFaults(faults);
    if (folder == null) {
      return service;
    }
    if (!Files.isDirectory(folder)) {
      throw usage("expected a folder of pairs, found none at " + folder);
    }
    return service.withPairs(MockPairs.read(folder, names), replay != null);
  }

  private void tellUnknown(Map<String, Integer> unknown) {
    PrintWriter err = spec.commandLine().getErr();
    unknown.forEach(
        (operation, count) ->
            err.println(
                "castile: no pair for "
                    + (count == 1 ? "a request of " : count + " requests of ")
                    + operation));
    err.flush();
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), "castile: " + message);
  }
}
