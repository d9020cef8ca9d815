package io.castile.cli;

import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.policy.PolicyException;
import io.castile.cli.Cacheability.Guess;
import io.castile.dynamic.DynamicClient;
import io.castile.dynamic.DynamicClientBuilder;
import io.castile.mcp.ToolServer;
import io.castile.wsdl.Description;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** {@code castile mcp}. */
@Command(
    name = "mcp",
    description =
        "Serves the operations of a WSDL as tools for agents, by the Model Context Protocol: on"
            + " standard input and output, or by HTTP with --listen. Operations that seem to read"
            + " only are tools, others by --allow. Exit code 0: the client has ended; 1: the WSDL"
            + " cannot be read; 2: the arguments are wrong.")
final class McpCommand implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;

  /** Bytes of a response of the service. */
  private static final int MAX_RESPONSE = 64 << 20;

  @Spec private CommandSpec spec;

  @Mixin private WsdlOptions source;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "Serve clients by HTTP at this address, at the path /mcp. All that reach it call with the"
              + " credentials of this command.")
  private @Nullable String listen;

  @Option(
      names = "--allow",
      paramLabel = "NAME[,NAME…]",
      split = ",",
      description =
          "Offer these operations too, which may change something; * and ? as in the names of a"
              + " policy.")
  private List<String> allowed = List.of();

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "Answer calls from a response cache with this policy.")
  private @Nullable Path policy;

  @Option(
      names = "--max-answer",
      paramLabel = "BYTES",
      description =
          "Give larger answers in parts of so many bytes of JSON; ${DEFAULT-VALUE} by default.")
  private int maxAnswer = ToolServer.DEFAULT_MAX_ANSWER;

  @Mixin private PortOptions port;

  @Override
  public Integer call() throws IOException, InterruptedException {
    InetSocketAddress address = listen == null ? null : address(listen);
    Description description = WsdlCommand.read(source, false, port.usernameToken(), spec);
    WsdlCommand.tellLocation(source, description, spec);
    WsdlCommand.tellErrors(description, spec);
    try (ResponseCache cache = policy == null ? null : ResponseCache.of(policy(policy));
        ToolServer server = server(description, cache)) {
      tell(server);
      if (address == null) {
        serve(server);
      } else {
        listen(server, address);
      }
      return 0;
    } catch (UncheckedIOException e) { // of schemas that cannot be read
      throw e.getCause();
    }
  }

  private ToolServer server(Description description, @Nullable ResponseCache cache)
      throws IOException {
    Map<String, Guess> guesses = Cacheability.of(description);
    try {
      ToolServer.Builder builder =
          ToolServer.of(description)
              .reads(name -> guesses.containsKey(name) && guesses.get(name).isSaid())
              .allow(patterns())
              .maxAnswer(maxAnswer)
              .version(Version.number());
      if (port.name() != null) {
        builder.port(port.name());
      }
      return builder.build(each -> client(description, each, cache));
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  private List<NamePattern> patterns() {
    List<NamePattern> patterns = new ArrayList<>();
    for (String each : allowed) {
      patterns.add(new NamePattern(each.strip()));
    }
    return patterns;
  }

  private DynamicClient client(
      Description description, ToolServer.Port called, @Nullable ResponseCache cache) {
    DynamicClientBuilder builder =
        DynamicClient.of(description).port(called.service(), called.name()).json();
    if (cache != null) {
      builder.cache(cache);
    }
    String address = port.address(called.address());
    if (address.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot call port "
              + called.name()
              + ", because the WSDL has no address of it. Add --endpoint.");
    }
    builder.endpoint(address);
    port.configure(builder, source, address, spec);
    return builder.transport(t -> t.maxResponseBytes(MAX_RESPONSE)).build();
  }

  private CachePolicy policy(Path file) throws IOException {
    try {
      return CachePolicy.load(file);
    } catch (PolicyException e) {
      throw usage(e.getMessage());
    } catch (IOException e) {
      throw Failures.unreadable(spec.commandLine(), file, e);
    }
  }

  /** Says on standard error what is offered, and what is not. */
  private void tell(ToolServer server) {
    PrintWriter err = spec.commandLine().getErr();
    server.missing().forEach(each -> err.println("castile: not offered: " + each));
    Set<String> withheld = server.withheld();
    if (!withheld.isEmpty()) {
      err.println(
          "castile: not offered, as they may change something (--allow): "
              + String.join(", ", withheld));
    }
    err.println("castile: tools " + String.join(", ", server.tools()));
    err.flush();
  }

  /** Serves on standard input and output, where nothing else may be written meanwhile. */
  private static void serve(ToolServer server) throws IOException, InterruptedException {
    PrintStream out = System.out;
    System.setOut(System.err);
    try { // not by a PrintStream, which hides that the client has closed its end
      server.serve(System.in, new FileOutputStream(FileDescriptor.out));
    } finally {
      System.setOut(out);
    }
  }

  private void listen(ToolServer server, InetSocketAddress address)
      throws IOException, InterruptedException {
    InetSocketAddress bound = server.listen(address, source.access().patience(spec));
    PrintWriter err = spec.commandLine().getErr();
    String host = bound.getHostString();
    err.println(
        "castile: MCP at http://"
            + (host.contains(":") ? "[" + host + "]" : host)
            + ":"
            + bound.getPort()
            + "/mcp");
    err.flush();
    new CountDownLatch(1).await(); // until the process is ended
  }

  private InetSocketAddress address(String written) {
    try {
      URI given = new URI("http://" + written);
      String host = given.getHost();
      if (host != null && given.getPort() >= 0 && given.getPort() <= MAX_PORT) {
        InetSocketAddress address =
            new InetSocketAddress(host.replaceAll("[\\[\\]]", ""), given.getPort());
        if (!address.isUnresolved()) {
          return address;
        }
      }
    } catch (URISyntaxException e) {
      // said below
    }
    throw usage("expected HOST:PORT, found '" + written + "' (--listen)");
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), "castile: " + message);
  }
}
