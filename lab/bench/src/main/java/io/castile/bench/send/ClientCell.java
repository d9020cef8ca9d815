package io.castile.bench.send;

import io.castile.Castile;
import io.castile.bench.data.LikeNumbers;
import io.castile.bench.data.Numbers;
import io.castile.bench.data.Way;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import io.castile.template.Templates;
import io.castile.xml.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A cell of the suite {@code sendtime}: numbers sent by a client, from the call of its method to
 * its return. The answer is there at once, and small.
 */
public record ClientCell(ClientRow sender, Way way, ClientKind kind, int size) implements Cell {
  public static final String KEY = "client";

  /** So many messages are looked at, and sent before any is timed: trials have ended then. */
  private static final int CHECKS = 150;

  @Override
  public String row() {
    return sender.label();
  }

  @Override
  public String scenario() {
    return scenario(way, kind, size);
  }

  static String scenario(Way way, ClientKind kind, int size) {
    return way + " " + size + " " + kind.label() + " by a client";
  }

  @Override
  public String key() {
    return String.join("\t", KEY, sender.name(), way.name(), kind.name(), Integer.toString(size));
  }

  public static ClientCell parse(List<String> parts) {
    return new ClientCell(
        ClientRow.valueOf(parts.get(0)),
        Way.valueOf(parts.get(1)),
        ClientKind.valueOf(parts.get(2)),
        Integer.parseInt(parts.get(3)));
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    Sending call = new Sending();
    call.check();
    call.carrier.outlet = way.outlet(socket);
    return call;
  }

  /** Sends the same items again and again, changed before each time. */
  private final class Sending implements Call {
    private final double[][] values = {ClientKind.values(size, 0), ClientKind.values(size, 1)};
    private final ClientKind.Sent sent = kind.of(values[0]);
    private final Templates templates = sender.templates();
    private final Carrier carrier = new Carrier(kind);
    private final Numbers port = port(Numbers.class, templates, carrier);
    private final Numbers second = // null for none
        sender.hasSecondService() ? port(LikeNumbers.class, templates, new Carrier(kind)) : null;
    private int version;

    private static <T> T port(Class<T> sei, Templates templates, Carrier carrier) {
      return Castile.client(sei)
          .endpoint("http://localhost/numbers")
          .templates(templates)
          .transport(carrier)
          .build();
    }

    /**
     * Sends messages, and looks at some of them.
     *
     * @throws IllegalStateException if one is not what a client without templates sends
     */
    void check() throws Exception {
      Carrier plain = new Carrier(kind);
      Numbers other = port(Numbers.class, Templates.off(), plain);
      for (int i = 0; i < CHECKS; i++) {
        prepare();
        boolean isLookedAt = i < 3 || i == CHECKS - 1;
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        carrier.outlet = isLookedAt ? message -> SendAnswers.take(message, taken) : Outlet.NONE;
        run();
        if (isLookedAt) {
          ByteArrayOutputStream expected = new ByteArrayOutputStream();
          plain.outlet = message -> SendAnswers.take(message, expected);
          sent.call().by(other);
          if (!SendAnswers.sameButForSpaces(expected.toByteArray(), taken.toByteArray())) {
            throw new IllegalStateException(
                row() + " sends '" + scenario() + "' otherwise than without templates");
          }
        }
      }
      ((AutoCloseable) other).close();
    }

    @Override
    public boolean isPrepared() {
      return sender != ClientRow.PLAIN && sender != ClientRow.EQUAL;
    }

    @Override
    public void prepare() {
      if (sender.forgets()) {
        templates.clear();
      }
      if (second != null) {
        sent.call().by(second);
      }
      if (sender.forgets()) {
        return;
      }
      version = 1 - version;
      for (int i = 0; i < size; i++) {
        if (sender.changes(i, size)) {
          sent.items().set(i, values[version][i]);
        }
      }
    }

    @Override
    public void run() {
      sent.call().by(port);
    }

    @Override
    public void close() throws Exception {
      ((AutoCloseable) port).close();
      if (second != null) {
        ((AutoCloseable) second).close();
      }
    }
  }

  /** Lets messages go, and has an answer to each. */
  private static final class Carrier implements Transport {
    private static final Headers HEADERS = Headers.of("content-type", "text/xml; charset=utf-8");

    private final byte[] answer;
    private Outlet outlet = Outlet.NONE;

    Carrier(ClientKind kind) {
      String element = "n:" + kind.operation() + "Response";
      String message =
          "<S:Envelope xmlns:S=\"http://schemas.xmlsoap.org/soap/envelope/\"><S:Body><"
              + element
              + " xmlns:n=\""
              + Numbers.NAMESPACE
              + "\"><return>1</return></"
              + element
              + "></S:Body></S:Envelope>";
      this.answer = message.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Incoming send(Outgoing message) throws SoapTransportException {
      Payload content = message.content();
      try {
        outlet.send(content);
      } catch (IOException e) {
        throw new SoapTransportException("cannot send " + content.size() + " bytes", e);
      }
      return new Incoming(200, HEADERS, answer);
    }

    @Override
    public void close() {}
  }
}
