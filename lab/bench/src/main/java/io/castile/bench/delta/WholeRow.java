package io.castile.bench.delta;

import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.ServerBuilder;
import io.castile.SoapServer;
import io.castile.bench.data.StockAnswers;
import io.castile.bench.data.Stocks;
import io.castile.bench.dynamic.ScriptPeer;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.demo.Peer;
import io.castile.template.Templates;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/** How whole calls of the suite {@code differential} are made: the rows. */
enum WholeRow {
  /** Every message is written and read whole, and sent as it is. */
  SOAP("plain call", false, false),
  /** Messages are written over the last one, and read by their difference to it. */
  TEMPLATES("call with templates", true, false),
  /** Besides, they are sent as their difference to the last one. */
  LINK("linked call", true, true),
  /** A linked call whose answers go as values: neither end makes XML of them. */
  VALUES("linked call, values", true, true),
  /** Besides, the client has promised not to change results. */
  READ_ONLY_VALUES("linked call, values, read-only", true, true),
  /** A linked call whose answers go as values, all of them each time, as no end keeps any. */
  WHOLE_VALUES("linked call, values without a base", true, true),
  /** The same, and neither end compresses texts. */
  PLAIN_VALUES("linked call, values without a base, not compressed", true, true),
  /** The forms of the mSOAP paper in place of the link's: its Encoding, */
  PAPER_ENCODING("linked call, the paper's Encoding", DifferentialOptions.Form.PAPER_ENCODING),
  /** its Differential Updates, */
  PAPER_UPDATES(
      "linked call, the paper's Differential Updates", DifferentialOptions.Form.PAPER_UPDATES),
  /** and both. */
  MSOAP("linked call, mSOAP", DifferentialOptions.Form.MSOAP),
  /** A plain call, through two gateways that speak the link with each other. */
  PAIR("plain call, gateway pair", false, false),
  /** Zeep's call of a service of CXF, through such gateways. */
  ZEEP_PAIR("zeep to CXF, gateway pair", false, false),
  /** The paper's Binary. */
  RMI("Java RMI", false, false),
  GRPC("gRPC", false, false);

  private static final String HOST = "127.0.0.1";

  /** Smaller than any that is kept. */
  private static final int SMALLEST_MESSAGE = 1;

  private static final String PATH = "/stocks";

  private final String label;
  private final boolean hasTemplates;
  private final boolean isLinked;
  private final DifferentialOptions.Form form;

  WholeRow(String label, boolean hasTemplates, boolean isLinked) {
    this(label, hasTemplates, isLinked, DifferentialOptions.Form.COLUMNS);
  }

  /** Calls whose answers go in a form of the paper, all else being as in {@link #LINK}. */
  WholeRow(String label, DifferentialOptions.Form form) {
    this(label, true, true, form);
  }

  WholeRow(String label, boolean hasTemplates, boolean isLinked, DifferentialOptions.Form form) {
    this.label = label;
    this.hasTemplates = hasTemplates;
    this.isLinked = isLinked;
    this.form = form;
  }

  /** What tables call it. */
  String label() {
    return label;
  }

  /**
   * Client and server of a service, both in this JVM.
   *
   * @param client calls the service
   * @param stop closes both
   */
  record Pair(Stocks client, AutoCloseable stop) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      stop.close();
    }
  }

  /** The rows of which the time of both ends is taken without sockets. */
  static List<WholeRow> inMemory() {
    return List.of(SOAP, TEMPLATES, LINK, VALUES, READ_ONLY_VALUES, WHOLE_VALUES, PLAIN_VALUES);
  }

  /** The rows of which the time of both ends is taken with sockets. */
  static List<WholeRow> overLoopback() {
    return List.of(SOAP, LINK, VALUES, WHOLE_VALUES, PLAIN_VALUES, RMI, GRPC);
  }

  /** Those whose bytes are counted: what the client promises does not change them. */
  static List<WholeRow> present() {
    return Stream.of(values())
        .filter(row -> row != READ_ONLY_VALUES)
        .filter(row -> row != ZEEP_PAIR || ScriptPeer.ZEEP.isPresent())
        .toList();
  }

  /** What is to be said of the others. */
  static List<String> absent() {
    return ScriptPeer.ZEEP.isPresent() ? List.of() : List.of(ScriptPeer.ZEEP.absent());
  }

  /** What tables call those that are present. */
  static List<String> labels() {
    return present().stream().map(WholeRow::label).toList();
  }

  /**
   * Starts a server of the service, and a client of that.
   *
   * @param route gives for the server's port the one to which the client connects, on loopback
   */
  Pair open(StockAnswers service, IntUnaryOperator route) throws IOException {
    return switch (this) {
      case RMI -> RmiStocks.open(service, route);
      case GRPC -> GrpcStocks.open(service, route);
      case PAIR -> {
        SoapServer server = serve(service);
        GatewayPair gateways = GatewayPair.open(server.port(), route);
        yield through(gateways, client(gateways.address(PATH)).build(), server);
      }
      case ZEEP_PAIR -> {
        Peer.Running server = Peer.cxfServer(service, PATH, 0);
        GatewayPair gateways = GatewayPair.open(URI.create(server.url()).getPort(), route);
        yield through(gateways, ZeepStocks.open(gateways.address(PATH)), server);
      }
      default -> {
        SoapServer server = serve(service);
        yield pair(server, client("http://" + HOST + ":" + route.applyAsInt(server.port()) + PATH));
      }
    };
  }

  private static Pair through(GatewayPair gateways, Stocks client, AutoCloseable server) {
    return new Pair(
        client,
        () -> {
          ((AutoCloseable) client).close();
          gateways.close();
          server.close();
        });
  }

  /** Starts a server and a client that hand over messages in memory; for {@link #inMemory}. */
  Pair openInMemory(StockAnswers service) {
    SoapServer server = serve(service);
    return pair(server, inMemory(server));
  }

  private SoapServer serve(StockAnswers service) {
    ServerBuilder server =
        Castile.server().host(HOST).templates(templates()).publish(PATH, service);
    return (isLinked ? server.differential(link()) : server).start();
  }

  private ClientBuilder<Stocks> client(String address) {
    ClientBuilder<Stocks> client =
        Castile.client(Stocks.class).endpoint(address).templates(templates());
    if (isLinked) {
      client.differential(link());
    }
    return this == READ_ONLY_VALUES ? client.readOnly(true) : client;
  }

  /** Each end has its own, as it would in a process of its own. */
  private Differential link() {
    DifferentialOptions options =
        DifferentialOptions.builder()
            .form(form)
            .typed(this != LINK)
            .compressed(this != PLAIN_VALUES)
            .build();
    boolean isWhole = this == WHOLE_VALUES || this == PLAIN_VALUES;
    return Differential.of(
        isWhole ? options.toBuilder().maxMessageBytes(SMALLEST_MESSAGE).build() : options);
  }

  private ClientBuilder<Stocks> inMemory(SoapServer server) {
    return client(server.url(PATH)).transport(server.localTransport());
  }

  private static Pair pair(SoapServer server, ClientBuilder<Stocks> builder) {
    Stocks client = builder.build();
    return new Pair(
        client,
        () -> {
          ((AutoCloseable) client).close();
          server.close();
        });
  }

  /** Each end has its own, as it would in a process of its own. */
  private Templates templates() {
    return hasTemplates ? Templates.builder().build() : Templates.off();
  }
}
