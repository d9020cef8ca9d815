package io.castile.interop.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** A process that serves a market until its input ends, or it is killed. */
final class MarketServer {
  /** Connections of the relay wait for long. */
  private static final Duration IDLE = Duration.ofHours(1);

  private static final ThreadLocal<String> USER = ThreadLocal.withInitial(() -> "nobody");

  private final Boards.Maker maker;
  private final Differential link;
  private final FileChannel ledger;

  private MarketServer(Boards.Maker maker, Differential link, FileChannel ledger) {
    this.maker = maker;
    this.link = link;
    this.ledger = ledger;
  }

  /**
   * Prints a line once it listens.
   *
   * @param args the port, generation, edition, bound of the link in bytes, its secret, and the file
   *     to which each order is added as it is served
   */
  public static void main(String[] args) throws IOException {
    Boards.Maker maker = new Boards.Maker(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    Differential link =
        Differential.of(
            DifferentialOptions.builder()
                .maxBytes(Long.parseLong(args[3]))
                .secret(args[4])
                .build());
    FileChannel ledger =
        FileChannel.open(
            Path.of(args[5]), StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
    MarketServer market = new MarketServer(maker, link, ledger);
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .port(Integer.parseInt(args[0]))
            .transport(t -> t.idleTimeout(IDLE))
            .interceptor(MarketServer::identified)
            .publish("/market", maker.edition() == 3 ? market.new Third() : market.new First())
            .differential(link)
            .start()) {
      System.out.println("serving on " + server.port());
      while (System.in.read() >= 0) {
        // Nothing is said here. The end says that nobody needs this server any more.
      }
    }
  }

  private static SoapResponse identified(Chain chain) throws SoapException {
    String credentials = chain.request().headers().getOrDefault("authorization", "Basic ");
    byte[] decoded = Base64.getDecoder().decode(credentials.substring("Basic ".length()));
    USER.set(new String(decoded, ISO_8859_1).split(":", -1)[0]);
    try {
      return chain.proceed(chain.request());
    } finally {
      USER.remove();
    }
  }

  private List<Line> board(String market, long tick) {
    return Boards.board(maker, market, tick, USER.get());
  }

  /** What is written here stays if this process is killed. */
  private String order(String id, List<Line> lines) {
    ByteBuffer line = ByteBuffer.wrap((id + "\n").getBytes(ISO_8859_1));
    try {
      ledger.write(line);
    } catch (IOException e) {
      throw new IllegalStateException("the order could not be noted", e);
    }
    return Boards.receipt(maker.generation(), USER.get(), id, lines);
  }

  private final class First implements Market {
    @Override
    public List<Line> board(String market, long tick) {
      return MarketServer.this.board(market, tick);
    }

    @Override
    public String order(String id, List<Line> lines) {
      return MarketServer.this.order(id, lines);
    }

    @Override
    public String state() {
      return State.of(link).line();
    }
  }

  private final class Third implements ReorderedMarket {
    @Override
    public List<ReorderedLine> board(String market, long tick) {
      return MarketServer.this.board(market, tick).stream().map(ReorderedLine::of).toList();
    }

    @Override
    public String order(String id, List<ReorderedLine> lines) {
      return MarketServer.this.order(id, lines.stream().map(ReorderedLine::line).toList());
    }

    @Override
    public String state() {
      return State.of(link).line();
    }
  }
}
