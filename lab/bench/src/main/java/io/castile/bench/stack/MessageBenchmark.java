package io.castile.bench.stack;

import io.castile.bench.Suites;
import io.castile.bench.data.Message;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * How long does a stack take to write, and to read, one whole SOAP envelope in memory? One thread,
 * the same message again and again, everything reusable reused. Run by {@code castile bench
 * codegen} and {@code castile bench numbers}; {@link Suites} sets the parameters.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MessageBenchmark {
  /** The name of the stack. */
  @Param("reference")
  public String stack;

  /** The name of the message. */
  @Param("simple")
  public String message;

  private Stack.Prepared prepared;
  private byte[] document;

  /** Prepares the stack, after one look at its answers. */
  @Setup
  public void prepare() throws Exception {
    Message chosen = Message.named(message);
    Stack row = Stack.named(stack);
    ReferenceAnswers.check(row, chosen);
    document = ReferenceAnswers.document(chosen);
    prepared = row.prepare(chosen);
  }

  /** Writes the message. */
  @Benchmark
  public int write() throws Exception {
    return prepared.write();
  }

  /** Reads the message. */
  @Benchmark
  public Object read() throws Exception {
    return prepared.read(document);
  }
}
