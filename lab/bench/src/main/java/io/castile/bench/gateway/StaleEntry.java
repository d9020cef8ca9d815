package io.castile.bench.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Has a front that keeps answers for a moment give a stale one until further notice. */
final class StaleEntry {
  private static final int PATIENCE_SECONDS = 30;

  private StaleEntry() {}

  /**
   * Returns when the front gives the answer stale while it asks the origin for another one, which
   * does not come before the origin is given a delay.
   *
   * @throws IllegalStateException if it does not ask
   */
  static void await(Front.Origin origin, Front.Running front, Load.Question question)
      throws IOException {
    askUntilKept(origin, front, question);
    origin.hold();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (origin.held() == 0) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(front.label() + " did not ask again for what is stale");
      }
      Front.pause();
      ask(front, question);
    }
  }

  /**
   * A cache that is full may keep an answer only when it is asked for once more.
   *
   * @throws IllegalStateException if it is not kept
   */
  private static void askUntilKept(Front.Origin origin, Front.Running front, Load.Question question)
      throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    long before;
    do {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            front.label() + " did not keep the answer of " + question.label());
      }
      before = origin.calls();
      ask(front, question);
    } while (origin.calls() > before);
  }

  /** On a connection of its own: nginx has the next request on it wait for the origin. */
  private static void ask(Front.Running front, Load.Question question) throws IOException {
    URI address = URI.create("http://127.0.0.1:" + front.port() + Load.TARGET);
    HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setRequestProperty("Content-Type", "text/xml; charset=utf-8");
    connection.setRequestProperty("SOAPAction", "\"\"");
    connection.setRequestProperty("Connection", "close");
    connection.setReadTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(question.envelope().getBytes(StandardCharsets.UTF_8));
    }
    try (InputStream in = connection.getInputStream()) {
      in.readAllBytes();
    } catch (SocketTimeoutException e) {
      throw new IllegalStateException(
          front.label()
              + " did not answer "
              + question.label()
              + " within "
              + PATIENCE_SECONDS
              + " s",
          e);
    }
  }
}
