package io.castile.bench.delta;

import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.delta.format.Instance;
import io.castile.delta.format.RowDocument;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.List;
import java.util.zip.CRC32C;

/** A cell of the suite {@code differential}: one pass over a message that codings need. */
public record PassCell(Pass pass, LinkMessage.Kind kind) implements Cell {
  public static final String KEY = "pass";

  /** What passes over a message. */
  enum Pass {
    /** Which {@code dcz} needs once at each end. */
    SHA_256("SHA-256") {
      @Override
      Call call(byte[] message) {
        MessageDigest sha256 = DczEnd.sha256();
        return new Repeated(() -> sha256.digest(message)[0]);
      }
    },
    /** Which a delta needs of a message once at each end. */
    CRC_32C("CRC-32C") {
      @Override
      Call call(byte[] message) {
        CRC32C crc = new CRC32C();
        return new Repeated(
            () -> {
              crc.reset();
              crc.update(message);
              return crc.getValue();
            });
      }
    },
    /** By which a server names a message whose fields it knows, but no base of it. */
    NAME("digest of known fields, with a secret") {
      @Override
      Call call(byte[] message) {
        RowDocument document = RowDocument.of(message);
        return new Repeated(
            () -> {
              Instance named = Instance.named(message, message.length);
              named.has(document);
              return named.version();
            });
      }
    },
    /** Which a delta needs for its base, unless its base's own delta has left it. */
    WALK("walk of the fields") {
      @Override
      Call call(byte[] message) {
        return new Repeated(() -> Instance.of(message).fieldCount());
      }
    };

    private final String label;

    Pass(String label) {
      this.label = label;
    }

    /** What tables call it. */
    String label() {
      return label;
    }

    abstract Call call(byte[] message);
  }

  @Override
  public String row() {
    return pass.label;
  }

  @Override
  public String scenario() {
    return scenario(kind);
  }

  static String scenario(LinkMessage.Kind kind) {
    return "pass over " + kind.label();
  }

  @Override
  public String key() {
    return String.join("\t", KEY, pass.name(), kind.name());
  }

  public static PassCell parse(List<String> parts) {
    return new PassCell(Pass.valueOf(parts.get(0)), LinkMessage.Kind.valueOf(parts.get(1)));
  }

  @Override
  public Call call(Outlet socket) {
    return pass.call(new LinkMessage(kind, 0).messages(0).get(0));
  }

  /** Comes to a number. */
  @FunctionalInterface
  private interface Step {
    long value() throws IOException;
  }

  private static final class Repeated implements Call {
    private final Step step;
    private long sum; // kept, so that nothing of the work can be left out

    Repeated(Step step) {
      this.step = step;
    }

    @Override
    public void run() throws IOException {
      sum += step.value();
    }

    @Override
    public String toString() {
      return "sum " + sum;
    }
  }
}
