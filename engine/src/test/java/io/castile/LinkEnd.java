package io.castile;

import io.castile.delta.Compression;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import io.castile.shop.Item;
import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.template.Templates;
import java.util.List;
import java.util.function.Function;

/**
 * A server or a client with the link, in a class loader of its own: it is spoken to by commands,
 * which are types of the JDK.
 */
public final class LinkEnd implements Function<String, String>, AutoCloseable {
  private final Differential link;
  private SoapServer server; // null for a client
  private Ticker linked; // null for a server
  private Ticker plain;
  private volatile String accepted = "";

  /** For a class loader's reflection. */
  public LinkEnd(boolean inSoapHeader) {
    this(DifferentialOptions.builder().soapHeader(inSoapHeader).build());
  }

  LinkEnd(DifferentialOptions options) {
    link = Differential.of(options);
  }

  /** Does what a command says, which is its first word, with the rest. */
  @Override
  public String apply(String command) {
    int blank = command.indexOf(' ');
    String rest = command.substring(blank + 1);
    return switch (command.substring(0, blank)) {
      case "serve" -> serve();
      case "connect" -> connect(rest, false);
      case "connectSilently" -> connect(rest, true);
      case "call" -> call(rest);
      case "count" -> Long.toString(count(rest));
      case "accepted" -> accepted;
      case "compress" -> Compression.builder().codings(rest).build().clientLink().toString();
      default -> throw new IllegalArgumentException(command);
    };
  }

  private String serve() {
    Ticker.Service service = new Ticker.Service(1, 6);
    server =
        Castile.server()
            .host("localhost")
            .templates(Templates.off())
            .publish("/shop", service)
            .differential(link)
            .start();
    return server.url("/shop");
  }

  /**
   * @param isSilent whether neither end hears of the other that it reads typed columns alone
   */
  private String connect(String url, boolean isSilent) {
    linked =
        Castile.client(Ticker.class)
            .endpoint(url)
            .differential(link)
            .transport(new Way(isSilent))
            .build();
    plain = Castile.client(Ticker.class).endpoint(url).build();
    return "";
  }

  /** Asks for a market both ways. */
  private String call(String market) {
    List<Item> expected = plain.items(market);
    List<Item> found = linked.items(market);
    return found.equals(expected) ? "" : "expected " + expected + ", found " + found;
  }

  private long count(String what) {
    LinkStatistics statistics = link.statistics();
    return switch (what) {
      case "deltas" -> statistics.deltas();
      case "bytes" -> statistics.wireBytes();
      case "fetched" -> statistics.fetched();
      case "mismatches" -> statistics.mismatches();
      case "requestDeltas" -> statistics.requestDeltas();
      case "requestBytesSaved" -> statistics.requestBytesSaved();
      case "unknownRequestBases" -> statistics.unknownRequestBases();
      default -> throw new IllegalArgumentException(what);
    };
  }

  /** HTTP that notes what is accepted. */
  private final class Way implements Transport {
    private final Transport http = new HttpTransport(HttpOptions.DEFAULT);
    private final boolean isSilent;

    Way(boolean isSilent) {
      this.isSilent = isSilent;
    }

    @Override
    public Incoming send(Outgoing message) throws SoapTransportException {
      String said = message.headers().get("Accept-Encoding");
      accepted = said == null ? "" : said;
      if (!isSilent) {
        return http.send(message);
      }
      Headers sent = silent(message.headers());
      Incoming answer = http.send(new Outgoing(message.endpoint(), sent, message.content()));
      return new Incoming(answer.status(), silent(answer.headers()), answer.body());
    }

    /** The same header fields, in which an end does not say that it reads no frames. */
    private static Headers silent(Headers headers) {
      String field = headers.get("Castile");
      return field == null ? headers : headers.with("Castile", field.replace(";t", ""));
    }

    @Override
    public void close() {
      http.close();
    }
  }

  @Override
  public void close() throws Exception {
    if (server != null) {
      server.close();
    }
    if (linked != null) {
      ((AutoCloseable) linked).close();
      ((AutoCloseable) plain).close();
    }
  }
}
