package io.castile.bench.parameterized;

import io.castile.bench.calls.CallRow;
import io.castile.bench.data.Texts;
import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Outlet;
import java.util.List;

/**
 * A cell of the suite {@code parameterized}: two whole calls in turn that differ in their texts.
 */
public record CallCell(CallRow who, Kind kind, int bytes) implements Cell {
  public static final String KEY = "call";

  /** What is called. */
  enum Kind {
    /** For a text, by a name. */
    STRING,
    /** With so many bytes of texts in the request. */
    REQUEST,
    /** With so many in the response. */
    RESPONSE;

    /** What one of the two calls has as arguments. Equal ones each time, but no same texts. */
    private Arguments arguments(int bytes, int version) {
      return switch (this) {
        case STRING -> new Arguments(this, "caller " + version, null, 0, 0);
        case REQUEST ->
            new Arguments(this, null, ParameterizedCell.request(bytes, version, 0).texts(), 0, 0);
        case RESPONSE -> new Arguments(this, null, null, bytes, version);
      };
    }
  }

  /** What a call of that kind has as arguments; null or 0 what it does not have. */
  private record Arguments(Kind kind, String name, List<String> texts, int bytes, int version) {
    Object ask(Texts service) {
      return switch (kind) {
        case STRING -> service.getText(name);
        case REQUEST -> service.putTexts(texts);
        case RESPONSE -> service.getTexts(bytes, version);
      };
    }
  }

  @Override
  public String row() {
    return who.label();
  }

  @Override
  public String scenario() {
    return scenario(kind, bytes);
  }

  static String scenario(Kind kind, int bytes) {
    return switch (kind) {
      case STRING -> "call for a string";
      case REQUEST -> "call with a request of " + bytes + " bytes";
      case RESPONSE -> "call with a response of " + bytes + " bytes";
    };
  }

  @Override
  public String key() {
    return String.join("\t", KEY, who.name(), kind.name(), Integer.toString(bytes));
  }

  public static CallCell parse(List<String> parts) {
    return new CallCell(
        CallRow.valueOf(parts.get(0)), Kind.valueOf(parts.get(1)), Integer.parseInt(parts.get(2)));
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    Texts client = who.client(TextsServer.addressFor(who));
    InTurn call = new InTurn(client, kind, bytes);
    try {
      check(call);
      return call;
    } catch (RuntimeException e) {
      call.close();
      throw e;
    }
  }

  /** Each call twice, as the second time another way may be taken. */
  private void check(InTurn call) {
    for (int i = 0; i < 4; i++) {
      call.prepare();
      call.run();
      Object expected = kind.arguments(bytes, i % 2).ask(new TextsService());
      if (!expected.equals(call.last == null ? List.of() : call.last)) {
        throw new IllegalStateException(row() + " answers a " + scenario() + " with " + call.last);
      }
    }
  }

  /** Two calls in turn. */
  private static final class InTurn implements Call {
    private final Texts client;
    private final Kind kind;
    private final int bytes;
    private int next;
    private Arguments arguments;
    private Object last; // kept, so that nothing of the call can be left out

    InTurn(Texts client, Kind kind, int bytes) {
      this.client = client;
      this.kind = kind;
      this.bytes = bytes;
    }

    @Override
    public boolean isPrepared() {
      return true;
    }

    /** An application has new arguments for each call, though equal ones. */
    @Override
    public void prepare() {
      arguments = kind.arguments(bytes, next);
      next = 1 - next;
    }

    @Override
    public void run() {
      last = arguments.ask(client);
    }

    @Override
    public void close() throws Exception {
      if (client instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }
}
