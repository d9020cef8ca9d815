package io.castile.shop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.Random;

/**
 * Ports for servers that must know theirs before they start. They are below those that the system
 * gives to any socket, so that each stays free until its server has it, and after.
 */
public final class FreePorts {
  private static final int FIRST = 10_000;
  private static final int END = 20_000;

  /** Another one in each JVM. */
  private static int next = FIRST + new Random().nextInt(END - FIRST);

  private FreePorts() {}

  /** Returns a port that is free, and that has not been returned before. */
  public static synchronized int next() {
    while (true) {
      int port = next++;
      if (next == END) {
        next = FIRST;
      }
      try (ServerSocket free = new ServerSocket(port)) {
        return free.getLocalPort();
      } catch (BindException e) {
        // The next one, then.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
