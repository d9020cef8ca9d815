package io.castile.mcp;

import io.castile.bridge.OperationSchemas;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.dynamic.DynamicClient;
import io.castile.wsdl.Description;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a description as tools for agents, by the Model Context Protocol. Thread-safe.
 */
public final class ToolServer implements AutoCloseable {
  /** Bytes of the JSON of a response that a tool gives at once, unless another number is set. */
  public static final int DEFAULT_MAX_ANSWER = 64 << 10;

  /** The least number of bytes that can be set. */
  public static final int LEAST_MAX_ANSWER = 256;

  /** The greatest number of bytes that can be set, and that a response can have in all. */
  public static final int MOST_MAX_ANSWER = KeptResponses.MAX_BYTES;

  private static final Duration PATIENCE = Duration.ofDays(1); // clients of services have their own

  private final Endpoint endpoint = new Endpoint();
  private final McpStatelessSyncServer server;
  private final Collection<DynamicClient> clients;
  private final List<String> tools;
  private final Set<String> withheld;
  private final Set<String> missing;
  private @Nullable HttpListener listener; // guarded by this

  /**
   * By which operations are called. Services may have ports of the same name.
   *
   * @param service its name, or that of a binding where the description has no ports
   * @param name of the port
   * @param address that the description says; may be empty
   */
  public record Port(QName service, String name, String address) {}

  private ToolServer(
      Builder options, List<SyncToolSpecification> tools, Catalog catalog, Set<String> missing) {
    this.clients = catalog.clients.values();
    this.withheld = catalog.withheld;
    this.missing = missing;
    this.tools = tools.stream().map(each -> each.tool().name()).toList();
    this.server =
        McpServer.sync(endpoint)
            .serverInfo("castile", options.version)
            .instructions(options.instructions(catalog))
            .capabilities(ServerCapabilities.builder().tools(false).build())
            .jsonMapper(Json.SHARED)
            .jsonSchemaValidator(new Unchecked())
            .validateToolInputs(false) // which the description does, by the schema of XML
            .requestTimeout(PATIENCE)
            .immediateExecution(true) // by the threads of what brings the messages
            .tools(tools)
            .build();
  }

  /** Returns a builder of a server for the operations of a description. */
  public static Builder of(Description description) {
    return new Builder(description);
  }

  /** Returns the names of the tools. */
  public List<String> tools() {
    return tools;
  }

  /**
   * Returns the names of the operations that are not offered, because they may change something.
   */
  public Set<String> withheld() {
    return withheld;
  }

  /** Returns why other operations have no form in JSON: a sentence for each, which names it. */
  public Set<String> missing() {
    return missing;
  }

  /**
   * Serves one client by the stdio transport: a message in a line. Returns when the input has ended
   * and all requests have been answered.
   *
   * @param out gets messages only
   * @throws IOException if the input cannot be read
   */
  public void serve(InputStream in, OutputStream out) throws IOException, InterruptedException {
    new StdioLoop(endpoint, in, out).run();
  }

  /**
   * Serves clients by the streamable HTTP transport, at the path {@code /mcp}, until this is
   * closed.
   *
   * @param call how long a call of the service may take; a client that has not taken its response
   *     within a minute more loses its connection
   * @return the address, with the port that was free where none was asked for
   * @throws IOException if the address cannot be used
   * @throws IllegalStateException if this listens already
   */
  public synchronized InetSocketAddress listen(InetSocketAddress address, Duration call)
      throws IOException {
    if (listener != null) {
      throw new IllegalStateException(
          "Cannot listen at " + address + ", because this listens already. Make another server.");
    }
    listener = new HttpListener(endpoint, address, call);
    return listener.address();
  }

  /** Stops listening, and closes the clients of the service. */
  @Override
  public synchronized void close() {
    if (listener != null) {
      listener.close();
    }
    server.close();
    clients.forEach(DynamicClient::close);
  }

  /** Takes what the description has checked, or has read as its schemas say. */
  private static final class Unchecked implements JsonSchemaValidator {
    @Override
    public ValidationResponse validate(Map<String, Object> schema, Object content) {
      return ValidationResponse.asValid("");
    }

    @Override
    public ValidationResponse validateSchema(Map<String, Object> schema) {
      return ValidationResponse.asValid("");
    }
  }

  /** Which operations are offered, under which names. */
  private static final class Catalog {
    /** Characters of a name: the protocol has 128, some hosts have 64. */
    private static final int MAX_NAME = 64;

    private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9_-]");

    final Map<Port, DynamicClient> clients = new LinkedHashMap<>();
    final Set<String> withheld = new LinkedHashSet<>();
    private final Set<String> names = new HashSet<>(Set.of(ContinueTool.NAME, DescribeTool.NAME));

    /**
     * Returns the name of a tool for an operation that no other one has: that of the operation,
     * else with its service before it, else with a number behind it. It has the characters and the
     * length that all hosts of agents take.
     */
    String free(String service, String operation) {
      String name = cut(operation, MAX_NAME);
      if (names.add(name)) {
        return name;
      }
      name = cut(service + "_" + operation, MAX_NAME);
      String free = name;
      for (int i = 2; !names.add(free); i++) {
        String number = "_" + i;
        free = cut(name, MAX_NAME - number.length()) + number;
      }
      return free;
    }

    private static String cut(String name, int length) {
      String plain = NOT_IN_NAMES.matcher(name).replaceAll("_");
      return plain.length() > length ? plain.substring(0, length) : plain;
    }
  }

  /** Builds a server. Not thread-safe. */
  public static final class Builder {
    private final Description description;
    private Predicate<String> reads = name -> false;
    private List<NamePattern> allowed = List.of();
    private @Nullable String port;
    private int maxAnswer = DEFAULT_MAX_ANSWER;
    private String version = "0";

    private Builder(Description description) {
      this.description = Objects.requireNonNull(description, "description");
    }

    /**
     * Sets which operations only read, by their names in the description; by default none does.
     * These are offered.
     */
    public Builder reads(Predicate<String> reads) {
      this.reads = Objects.requireNonNull(reads, "reads");
      return this;
    }

    /** Sets which operations are offered too: those whose names fit one of the patterns. */
    public Builder allow(List<NamePattern> patterns) {
      this.allowed = List.copyOf(patterns);
      return this;
    }

    /** Sets the port of SOAP by which the service is called; by default one of each port type. */
    public Builder port(String name) {
      this.port = Objects.requireNonNull(name, "name");
      return this;
    }

    /**
     * Sets how many bytes of the JSON of a response a tool gives at once; {@link
     * #DEFAULT_MAX_ANSWER} by default.
     *
     * @throws IllegalArgumentException if it is less than {@link #LEAST_MAX_ANSWER} or more than
     *     {@link #MOST_MAX_ANSWER}
     */
    public Builder maxAnswer(int bytes) {
      if (bytes < LEAST_MAX_ANSWER || bytes > MOST_MAX_ANSWER) {
        throw new IllegalArgumentException(
            "expected a number of bytes from "
                + LEAST_MAX_ANSWER
                + " to "
                + MOST_MAX_ANSWER
                + ", found "
                + bytes);
      }
      this.maxAnswer = bytes;
      return this;
    }

    /** Sets the version that clients are told. */
    public Builder version(String version) {
      this.version = Objects.requireNonNull(version, "version");
      return this;
    }

    /** Returns what a model is told, which is no address: one may have a secret in its query. */
    private String instructions(Catalog catalog) {
      String documentation = description.documentation();
      return documentation.isEmpty()
          ? "Calls operations of SOAP: "
              + Results.shortened(
                  catalog.clients.keySet().stream()
                      .map(each -> each.service().getLocalPart())
                      .distinct()
                      .collect(Collectors.joining(", ")))
              + "."
          : documentation;
    }

    /**
     * Returns the server.
     *
     * @param clients makes the client of a port ({@link
     *     io.castile.dynamic.DynamicClientBuilder#port(QName, String)}); it must have values in the
     *     form of JSON ({@link io.castile.dynamic.DynamicClientBuilder#json}). The server closes it
     * @throws IllegalArgumentException if no operation is offered, or a pattern fits none
     * @throws java.io.UncheckedIOException if schemas cannot be read
     */
    public ToolServer build(Function<Port, DynamicClient> clients) {
      OperationSchemas all = OperationSchemas.of(description);
      List<OperationSchemas.Described> described =
          all.operations().stream()
              .filter(each -> port == null || port.equals(each.port()))
              .toList();
      check(described);
      KeptResponses kept = new KeptResponses(maxAnswer, KeptResponses.MAX_BYTES);
      List<SyncToolSpecification> tools = new ArrayList<>();
      Catalog catalog = new Catalog();
      ContinueTool more = new ContinueTool(kept);
      boolean isCut = false;
      for (OperationSchemas.Described each : described) {
        boolean isRead = reads.test(each.operation());
        if (!isRead && allowed.stream().noneMatch(pattern -> fits(pattern, each))) {
          catalog.withheld.add(each.name());
          continue;
        }
        DynamicClient client =
            catalog.clients.computeIfAbsent(
                new Port(each.service(), each.port(), each.address()), clients);
        isCut |= BoundedSchema.isLarge(each.request());
        String name = catalog.free(each.service().getLocalPart(), each.name());
        tools.add(new OperationTool(each, client, kept, isRead).specification(name));
      }
      if (tools.isEmpty()) {
        throw new IllegalArgumentException(
            described.isEmpty()
                ? "Cannot offer "
                    + description.location()
                    + ", because "
                    + (port == null
                        ? "no operation has a form in JSON."
                        : "there is no port " + port + " with operations that have a form in JSON.")
                : "Cannot offer an operation, because nothing says that one only reads. Allow some of "
                    + String.join(", ", catalog.withheld)
                    + ".");
      }
      tools.add(more.specification());
      if (isCut) {
        tools.add(new DescribeTool(all, kept).specification());
      }
      return new ToolServer(this, tools, catalog, all.missing());
    }

    private void check(List<OperationSchemas.Described> described) {
      for (NamePattern pattern : allowed) {
        if (described.stream().noneMatch(each -> fits(pattern, each))) {
          throw new IllegalArgumentException(
              "expected a pattern of operations, which are "
                  + String.join(
                      ", ", described.stream().map(OperationSchemas.Described::name).toList())
                  + ", found "
                  + pattern);
        }
      }
    }

    private static boolean fits(NamePattern pattern, OperationSchemas.Described operation) {
      return pattern.matchesName(
          "{" + operation.portType().getNamespaceURI() + "}" + operation.name());
    }
  }
}
