package io.castile.bench.gateway;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.demo.PortalService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The portal on Castile's server: says its port, then for each line how often it was called, and
 * how many calls are held. A line with a number has each call take so many milliseconds more;
 * {@link #HOLD} has calls wait for the next such line.
 */
final class OriginProgram {
  static final String PORT = "port ";
  static final String CALLS = "calls ";
  static final String HOLD = "hold";

  private static final Object CHANGE = new Object();
  private static boolean isHeld; // guarded by CHANGE, as is what follows
  private static long delayMillis;
  private static int held; // how many calls wait

  private OriginProgram() {}

  /** Runs the service until its input ends. */
  public static void main(String[] arguments) throws Exception {
    AtomicLong calls = new AtomicLong();
    SoapServer server =
        Castile.server()
            .host("127.0.0.1")
            .interceptor(
                chain -> {
                  calls.incrementAndGet();
                  delay();
                  return chain.proceed(chain.request());
                })
            .publish("/portal", PortalService.standard())
            .start();
    String url = server.url("/portal");
    System.out.println(PORT + url.replaceAll(".*:(\\d+)/.*", "$1"));
    answerLines(calls);
    System.exit(0);
  }

  private static void delay() {
    try {
      long millis;
      synchronized (CHANGE) {
        held++;
        while (isHeld) {
          CHANGE.wait();
        }
        held--;
        millis = delayMillis;
      }
      if (millis > 0) {
        TimeUnit.MILLISECONDS.sleep(millis); // what is measured
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answerLines(AtomicLong calls) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      synchronized (CHANGE) {
        if (!line.isEmpty()) {
          isHeld = line.equals(HOLD);
          delayMillis = isHeld ? 0 : Long.parseLong(line);
          CHANGE.notifyAll();
        }
        System.out.println(CALLS + calls.get() + " " + (isHeld ? held : 0));
      }
    }
  }
}
