package io.castile.bench.send;

import io.castile.bench.data.Message;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import io.castile.bench.stack.ReferenceAnswers;
import io.castile.bench.stack.Stack;
import java.util.List;

/**
 * A message written or read by a stack, as the suites {@code codegen} and {@code numbers} have it,
 * where it is to be measured in turns with others.
 *
 * @param way {@code write} or {@code read}
 * @param stack the name of the stack
 */
public record MessageCell(String way, String message, String stack) implements Cell {
  public static final String KEY = "message";

  private static final String WRITE = "write";
  private static final String READ = "read";

  public MessageCell {
    if (!way.equals(WRITE) && !way.equals(READ)) {
      throw new IllegalArgumentException("expected write or read, found " + way);
    }
  }

  @Override
  public String row() {
    return stack;
  }

  @Override
  public String scenario() {
    return way + " " + message;
  }

  @Override
  public String key() {
    return String.join("\t", KEY, way, message, stack);
  }

  public static MessageCell parse(List<String> parts) {
    return new MessageCell(parts.get(0), parts.get(1), parts.get(2));
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    Message chosen = Message.named(message);
    Stack row = Stack.named(stack);
    ReferenceAnswers.check(row, chosen);
    Stack.Prepared prepared = row.prepare(chosen);
    return way.equals(READ)
        ? new ReceiveCell.InTurn(prepared::read, ReferenceAnswers.document(chosen))
        : new Write(prepared);
  }

  /** Writes again and again. */
  private static final class Write implements Call {
    private final Stack.Prepared prepared;
    private long bytes; // kept, so that nothing of the writing can be left out

    Write(Stack.Prepared prepared) {
      this.prepared = prepared;
    }

    @Override
    public void run() throws Exception {
      bytes += prepared.write();
    }

    @Override
    public String toString() {
      return bytes + " bytes";
    }
  }
}
