package io.castile.interop.matrix;

import jakarta.xml.ws.Holder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The service. Keeps what it was given, as text, for each name of a sheet. */
class ProbeService implements Probe {
  static final String REFUSED = "not this one: 薬 💊";
  static final String FAILED = "out of order: naïve 鮨";

  private final Map<String, BlockingQueue<String>> seen = new ConcurrentHashMap<>();

  static Refusal refusal(Sheet sheet) {
    Refusal refusal = new Refusal();
    refusal.number = -7;
    refusal.why = "because of " + sheet.name + " <&> 𝄞";
    refusal.similar.addAll(List.of("a", "b c", "ü"));
    return refusal;
  }

  static String stamped(String caller, String ticket) {
    return caller + "/" + ticket;
  }

  private BlockingQueue<String> queue(String name) {
    return seen.computeIfAbsent(name, key -> new LinkedBlockingQueue<>());
  }

  private void see(Sheet sheet) {
    queue(sheet.name).add(SheetText.of(sheet));
  }

  /** Takes what was given under the name, which may take a moment where it was one-way. */
  String seen(String name) throws InterruptedException {
    String text = queue(name).poll(10, TimeUnit.SECONDS);
    return text == null ? "nothing named " + name : text;
  }

  @Override
  public Sheet echo(Sheet sheet) {
    see(sheet);
    return sheet;
  }

  @Override
  public Sheet refuse(Sheet sheet) throws Refused {
    see(sheet);
    throw new Refused(REFUSED, refusal(sheet));
  }

  @Override
  public Sheet fail(Sheet sheet) {
    see(sheet);
    throw new IllegalStateException(FAILED);
  }

  @Override
  public Sheet stamp(Sheet sheet, String caller, Holder<String> ticket) {
    see(sheet);
    ticket.value = stamped(caller, ticket.value);
    return sheet;
  }

  @Override
  public void tell(Sheet sheet) {
    see(sheet);
  }
}
