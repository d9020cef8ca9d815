package io.castile.bench.gateway;

import io.castile.bench.gateway.LoadConnection.Asked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A load of the service of quotes, by SOAP or by JSON, of small or large messages. It is that of
 * wrk on the second core, or of {@link ClosedLoop} in this JVM where wrk is absent.
 *
 * @param isJson whether messages are JSON
 * @param size of messages
 * @param isNew whether each request is another one
 */
record JsonLoad(boolean isJson, Size size, boolean isNew) {
  private static final String SYMBOL = "S0000000000000000";
  private static final int CONNECTIONS = 8;

  /** The size of requests and responses. */
  enum Size {
    SMALL("200 B", "price", 0),
    LARGE("8 kB", "prices", 90);

    private final String label;
    private final String operation;
    private final int lines; // 0 for an operation of one line

    Size(String label, String operation, int lines) {
      this.label = label;
      this.operation = operation;
      this.lines = lines;
    }

    /** What tables call it. */
    String label() {
      return label;
    }

    /** The operation whose messages have it. */
    String operation() {
      return operation;
    }
  }

  /** Returns the request; if each one has to be new, its symbol is a placeholder for a number. */
  String message() {
    return isJson ? json() : soap();
  }

  private String json() {
    String line = "{\"symbol\":\"" + SYMBOL + "\",\"count\":3,\"day\":\"2026-01-02\"}";
    if (size.lines == 0) {
      return line;
    }
    String others = "," + line.replace(SYMBOL, "S1");
    return "{\"line\":[" + line + others.repeat(size.lines - 1) + "]}";
  }

  private String soap() {
    String fields = "<symbol>" + SYMBOL + "</symbol><count>3</count><day>2026-01-02</day>";
    String others = "<line>" + fields.replace(SYMBOL, "S1") + "</line>";
    String body =
        size.lines == 0 ? fields : "<line>" + fields + "</line>" + others.repeat(size.lines - 1);
    return "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body><q:"
        + size.operation
        + " xmlns:q=\"urn:castile:quotes\">"
        + body
        + "</q:"
        + size.operation
        + "></soap:Body></soap:Envelope>";
  }

  String type() {
    return isJson ? "application/json" : "text/xml; charset=utf-8";
  }

  /**
   * Asks for a while.
   *
   * @param folder where the script of wrk is written
   * @param port on loopback
   * @throws IllegalStateException if a request is not answered with status 200
   */
  Load.Result run(Path folder, int port, String target, int seconds) throws IOException {
    if (!Front.isOnPath(Load.WRK)) {
      return own(port, target, seconds);
    }
    Path script = folder.resolve(isJson + "-" + size + "-" + isNew + ".lua");
    return Load.wrk(Files.writeString(script, lua()), port, target, CONNECTIONS, seconds);
  }

  private String lua() {
    String lua =
        """
        wrk.method = "POST"
        wrk.headers["Content-Type"] = "%s"
        wrk.headers["SOAPAction"] = '""'
        wrk.body = [==[%s]==]
        """
            .formatted(type(), message());
    return !isNew
        ? lua
        : lua
            + """
            local n = 0
            local start = os.time() * 1000000
            local before, after = wrk.body:match('^(.-)%s(.*)$')
            function request()
              n = n + 1
              return wrk.format(nil, nil, nil, before .. string.format('S%%.0f', start + n) .. after)
            end
            """
                .formatted(SYMBOL);
  }

  private Load.Result own(int port, String target, int seconds) {
    long first = System.currentTimeMillis() * 1_000;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    long[] asked = {0};
    return new ClosedLoop(
            () -> {
              asked[0]++;
              String message = message();
              String text = isNew ? message.replace(SYMBOL, "S" + (first + asked[0])) : message;
              return System.nanoTime() - end >= 0
                  ? Optional.empty()
                  : Optional.of(new Asked(target, text.getBytes(StandardCharsets.UTF_8), type()));
            },
            false)
        .run(port, CONNECTIONS);
  }
}
