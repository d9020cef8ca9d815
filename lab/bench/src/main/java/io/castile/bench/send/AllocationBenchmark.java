package io.castile.bench.send;

import io.castile.bench.data.Envelope;
import io.castile.bench.data.NumberArrays;
import io.castile.bench.data.NumberKind;
import io.castile.bench.data.NumberWidth;
import io.castile.template.TemplateOptions;
import io.castile.template.internal.Overlay;
import io.castile.template.internal.Template;
import io.castile.template.internal.UpdateResult;
import java.io.IOException;
import java.io.OutputStream;
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
 * What does a message allocate that is the same as the one before, and what an array that is
 * overlaid, beyond itself? Run with {@code -prof gc} by {@code castile bench sendtime}; {@link
 * SendTime} sets the parameters.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AllocationBenchmark {
  /** The name of a {@link NumberKind}. */
  @Param("DOUBLE")
  public String kind;

  /** How many items are in the array. */
  @Param("1000")
  public int size;

  private final Template template = new Template(TemplateOptions.DEFAULT);
  private Envelope<?> message;
  private Overlay overlay;

  /** Makes the message. */
  @Setup
  public void prepare() {
    NumberArrays.Items items = NumberArrays.all(NumberWidth.INTERMEDIATE, 0);
    message = Envelope.of(NumberArrays.message(NumberKind.valueOf(kind), size, items));
    overlay = new Overlay(TemplateOptions.DEFAULT, message);
  }

  /** Makes the same message again, after the first round. */
  @Benchmark
  public UpdateResult match() {
    return template.update(message);
  }

  /** Makes the message in one chunk over and over. */
  @Benchmark
  public void overlay() throws IOException {
    overlay.writeTo(OutputStream.nullOutputStream());
  }
}
