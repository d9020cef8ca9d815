package io.castile.bench.floor.constant;

import java.io.IOException;

/** A {@link ConstantServer} as a program: says its port, and ends with its input. */
final class ServerProgram {
  /** What stands before the port. */
  static final String PORT = "port ";

  private ServerProgram() {}

  /**
   * Runs the server.
   *
   * @param arguments the name of the server
   */
  public static void main(String[] arguments) throws Exception {
    System.out.println(PORT + ConstantServer.valueOf(arguments[0]).start());
    awaitEnd();
    System.exit(0); // What servers leave running shall not keep it.
  }

  private static void awaitEnd() throws IOException {
    int read;
    do {
      read = System.in.read();
    } while (read >= 0);
  }
}
