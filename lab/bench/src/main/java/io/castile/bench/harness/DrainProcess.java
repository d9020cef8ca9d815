package io.castile.bench.harness;

import java.io.IOException;
import java.util.List;

/** A {@link Drain} in another process. */
public final class DrainProcess implements AutoCloseable {
  private final ChildJvm jvm;
  private final int port;

  private DrainProcess(ChildJvm jvm, int port) {
    this.jvm = jvm;
    this.port = port;
  }

  public static DrainProcess start() throws IOException {
    ChildJvm jvm = ChildJvm.start(Drain.class, List.of("-Xmx64m"), List.of());
    String said = jvm.hear();
    if (said == null || !said.matches("\\d+")) {
      jvm.close();
      throw new IllegalStateException("expected the port of the draining server, found: " + said);
    }
    return new DrainProcess(jvm, Integer.parseInt(said));
  }

  /** The port on the loopback interface. */
  public int port() {
    return port;
  }

  @Override
  public void close() {
    jvm.close();
  }
}
