package io.castile.bench.gateway;

import io.castile.bench.harness.ChildJvm;
import java.io.IOException;
import java.util.List;

/**
 * A load generator on the second core that stays, so that it is warm; it and the origin share that
 * core.
 */
final class Loader implements AutoCloseable {
  /** A young generation in which the garbage of a measurement has room. */
  private static final List<String> OPTIONS =
      List.of("-XX:+UseSerialGC", "-Xms512m", "-Xmx512m", "-Xmn384m", "-XX:+AlwaysPreTouch");

  private final ChildJvm jvm;
  private long next = System.currentTimeMillis() * 1_000; // so that no run asks what one before did

  private Loader(ChildJvm jvm) {
    this.jvm = jvm;
  }

  static Loader start() throws IOException {
    return new Loader(
        ChildJvm.start(
            Front.SECOND_CORE, OPTIONS, ChildJvm.ownClassPath(), LoaderProgram.class, List.of()));
  }

  /** Returns the number of the first of some questions that have never been asked. */
  long fresh(long count) {
    long first = next;
    next += count;
    return first;
  }

  /**
   * Has it ask.
   *
   * @throws IllegalStateException if a question is not answered with status 200
   */
  LoadAnswer run(LoadOrder order) throws IOException {
    jvm.say(order.line());
    String said = jvm.hear(LoaderProgram.SAYS, "result of the load");
    if (said.startsWith(LoaderProgram.FAILED)) {
      throw new IllegalStateException(said.substring(LoaderProgram.FAILED.length()));
    }
    return LoadAnswer.parse(said);
  }

  @Override
  public void close() {
    jvm.close();
  }
}
