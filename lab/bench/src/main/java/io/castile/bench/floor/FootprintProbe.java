package io.castile.bench.floor;

import io.castile.Castile;
import io.castile.bench.data.Envelope;
import io.castile.bench.data.Message;
import io.castile.bench.data.Stocks;
import io.castile.bench.harness.HeldBytes;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import io.castile.template.TemplateOptions;
import io.castile.template.internal.Template;
import java.util.ArrayList;
import java.util.List;

/**
 * The program that counts the bytes of ports and templates, and says a line for each number. What
 * was there before the first port of an interface, such as the store of templates and the pool of
 * connections, is no part of any.
 */
final class FootprintProbe {
  /**
   * What begins a line: how many ports, all their bytes, those of an added one before and after.
   */
  static final String PORTS = "ports\t";

  /** What begins a line: the message, its bytes, the template's without and with the values. */
  static final String TEMPLATE = "template\t";

  /** How many ports there are, each time. */
  static final List<Integer> COUNTS = List.of(1, 100, 1000);

  /** The messages of which a template is made. */
  static final List<String> MESSAGES =
      List.of("simple", "search reply", "195 stock ratings", "double[10000]");

  private static final int OTHER_YEAR = 2004;
  private static final int THIRD_YEAR = 2005;

  private FootprintProbe() {}

  /**
   * Counts and ends.
   *
   * @param arguments where the portal is, and where the service of {@link Stocks} is
   */
  public static void main(String[] arguments) throws Exception {
    ports(arguments[0], arguments[1]);
    for (String message : MESSAGES) {
      template(message);
    }
  }

  private static void ports(String portal, String stocks) throws Exception {
    Stocks other = Castile.client(Stocks.class).endpoint(stocks).build();
    other.getRatings("any");
    long before = bytes(other, List.of());
    long last = before;
    List<Portal> ports = new ArrayList<>();
    for (int count : COUNTS) {
      List<Portal> added = build(portal, count - ports.size());
      ports.addAll(added);
      long built = bytes(other, ports);
      call(added);
      long called = bytes(other, ports);
      say(
          PORTS,
          count,
          called - before,
          (built - last) / added.size(),
          (called - last) / added.size());
      last = called;
    }
    for (Portal port : ports) {
      ((AutoCloseable) port).close();
    }
    ((AutoCloseable) other).close();
  }

  private static List<Portal> build(String endpoint, int count) {
    List<Portal> ports = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ports.add(Castile.client(Portal.class).endpoint(endpoint).build());
    }
    return ports;
  }

  private static void call(List<Portal> ports) {
    for (Portal port : ports) {
      port.getSimple();
    }
  }

  private static long bytes(Stocks other, List<Portal> ports) {
    HeldBytes held = new HeldBytes();
    held.omitNamesOf(Portal.class);
    return held.add(other) + held.add(ports.toArray());
  }

  /**
   * Counts after the message was written twice, the second time with other values. The constant
   * markup that a template refers to is the codec's: it is found by another template.
   */
  private static void template(String name) {
    Envelope<?> first = Envelope.of(Message.named(name).value());
    Envelope<?> second = Envelope.of(Message.named(name, new PortalData(OTHER_YEAR)).value());
    Template template = template(first, second);
    HeldBytes others = new HeldBytes();
    others.add(first.codec(), template(other(name), other(name)));
    long withValues = others.add(template);
    HeldBytes values = new HeldBytes();
    values.add(first, second, template(first, second));
    say(TEMPLATE, name, template.size(), values.add(template), withValues);
  }

  /** A message that has no value in common with those. */
  private static Envelope<?> other(String name) {
    return Envelope.of(Message.named(name, new PortalData(THIRD_YEAR)).value());
  }

  private static Template template(Envelope<?> first, Envelope<?> second) {
    Template template = new Template(TemplateOptions.DEFAULT);
    template.update(first::writeTo);
    template.update(second::writeTo);
    return template;
  }

  private static void say(String beginning, Object... parts) {
    StringBuilder line = new StringBuilder(beginning);
    for (Object part : parts) {
      line.append(part).append('\t');
    }
    System.out.println(line);
  }
}
