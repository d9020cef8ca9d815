package io.castile.bench.observability;

import io.castile.bench.harness.Call;
import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Meter;
import io.castile.bench.harness.Outlet;
import io.castile.demo.portal.Portal;
import java.util.List;

/** A cell of the suite {@code observability}: the simplest call of the portal, over loopback. */
public record ObservedCell(ObservedRow observed, Meter meter) implements Cell {
  public static final String KEY = "observed";

  private static final String KEY_ARGUMENT = "0123456789abcdef0123456789abcdef";
  private static final String PHRASE = "britney speers";

  @Override
  public String row() {
    return observed.label();
  }

  @Override
  public String scenario() {
    return scenario(meter);
  }

  static String scenario(Meter meter) {
    return meter == Meter.CLOCK ? "a simple call" : "a simple call, processor time of both ends";
  }

  @Override
  public String key() {
    return String.join("\t", KEY, observed.name(), meter.name());
  }

  public static ObservedCell parse(List<String> parts) {
    return new ObservedCell(ObservedRow.valueOf(parts.get(0)), Meter.valueOf(parts.get(1)));
  }

  @Override
  public Call call(Outlet socket) throws Exception {
    ObservedRow.Ends ends = observed.open();
    Portal portal = ends.portal();
    String answer = portal.doSpellingSuggestion(KEY_ARGUMENT, PHRASE);
    if (answer.isEmpty()) {
      ends.close();
      throw new IllegalStateException(row() + " gives a wrong answer");
    }
    return new Call() {
      @Override
      public void run() {
        portal.doSpellingSuggestion(KEY_ARGUMENT, PHRASE);
      }

      @Override
      public void close() throws Exception {
        ends.close();
      }
    };
  }
}
