package io.castile.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An operation of which the truth is known: what it answers to whom and when. Immutable.
 *
 * @param number tells its path
 * @param name {@code {namespace}local}
 * @param truth what the answers are
 * @param sender what shows the caller
 * @param period how long an answer is good; all the time that it is observed, but for {@link
 *     Truth#CHANGING}
 * @param symbols how many questions there are
 * @param calls how many calls are made
 * @param message the request, with {@code $symbol}, {@code $stamp} and {@code $user} in it
 */
record ObservedOperation(
    int number,
    String name,
    Truth truth,
    Sender sender,
    Duration period,
    int symbols,
    int calls,
    boolean isSoap12,
    String message) {
  static final int CALLERS = 2;
  static final Instant START = Instant.parse("2026-03-01T08:00:00Z");

  /** So many answers to each question are seen. */
  static final int PERIODS = 40;

  private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";
  private static final String WSA = "http://www.w3.org/2005/08/addressing";

  /** What the answers to a question are. */
  enum Truth {
    /** The same always. */
    CONSTANT,
    /** Another one after each period. */
    CHANGING,
    /** Another one each time. */
    UNIQUE,
    /** One for each caller. */
    OWN,
    /** The same always; the requests have a stamp. */
    STAMPED,
    /** One for each path; the requests have a stamp, and nothing else. */
    PLACED,
    /** The same but for a stamp; the requests have a stamp, too. */
    SERVED,
    /** The same always; the requests have a header block that is another one in each. */
    TRACED,
    /** The same always; the requests have an id of WS-Addressing, to which answers relate. */
    ADDRESSED
  }

  /** What shows who calls. */
  enum Sender {
    NOBODY,
    AUTHORIZATION,
    USERNAME_TOKEN
  }

  /** A call at a moment after the start. */
  record Call(Duration at, ObservedOperation operation, int caller, int symbol, long stamp) {
    String path() {
      String path = "/portal/" + operation.number;
      return operation.truth == Truth.PLACED ? path + "/" + symbol : path;
    }

    String request() {
      return operation
          .message
          .replace("$symbol", "symbol " + symbol)
          .replace("$stamp", "stamp-" + stamp)
          .replace("$user", "user" + caller);
    }
  }

  String contentType() {
    return isSoap12 ? "application/soap+xml; charset=utf-8" : "text/xml; charset=utf-8";
  }

  /** Calls at random times, evenly spread over all periods, in no order. */
  List<Call> at(Random random) {
    List<Call> all = new ArrayList<>();
    double nanos = (truth == Truth.CHANGING ? PERIODS : 1) * (double) period.toNanos();
    for (int i = 0; i < calls; i++) {
      all.add(
          new Call(
              Duration.ofNanos((long) (random.nextDouble() * nanos)),
              this,
              random.nextInt(CALLERS),
              random.nextInt(symbols),
              random.nextLong() >>> 1));
    }
    return all;
  }

  /** The number of the answer that is good at a moment; each question has a phase of its own. */
  long version(Instant now, int symbol) {
    long phase = period.toNanos() / symbols * symbol;
    return truth == Truth.CHANGING
        ? (Duration.between(START, now).toNanos() + phase) / period.toNanos()
        : 0;
  }

  /**
   * What the service answers.
   *
   * @param count another one each time
   */
  String answer(Call call, Instant now, long count) {
    String value =
        switch (truth) {
          case CHANGING -> "number " + version(now, call.symbol());
          case UNIQUE -> "unique " + count;
          case OWN -> "of user" + call.caller();
          default -> "constant";
        };
    String header =
        truth == Truth.ADDRESSED
            ? "<s:Header><w:RelatesTo xmlns:w=\""
                + WSA
                + "\">stamp-"
                + call.stamp()
                + "</w:RelatesTo></s:Header>"
            : "";
    return "<s:Envelope xmlns:s=\""
        + (isSoap12 ? SOAP12 : SOAP11)
        + "\">"
        + header
        + "<s:Body><p:response xmlns:p=\"urn:portal\"><value>"
        + value
        + "</value>"
        + (truth == Truth.SERVED ? "<made>stamp-" + count + "</made>" : "")
        + (truth == Truth.UNIQUE ? "" : "<of>" + call.symbol() + "</of>")
        + "</p:response></s:Body></s:Envelope>";
  }

  static boolean isStamped(Truth truth) {
    return truth == Truth.STAMPED || truth == Truth.PLACED || truth == Truth.SERVED;
  }

  /** The request of a portal's operation, in which everything that its truth needs is. */
  static String request(String local, Truth truth, Sender sender, boolean isSoap12) {
    StringBuilder header = new StringBuilder();
    if (truth == Truth.TRACED) {
      header.append("<h:Trace xmlns:h=\"urn:trace\">$stamp</h:Trace>");
    }
    if (truth == Truth.ADDRESSED) {
      header.append("<w:MessageID xmlns:w=\"" + WSA + "\">$stamp</w:MessageID>");
      header.append("<w:Action xmlns:w=\"" + WSA + "\">urn:portal:" + local + "</w:Action>");
    }
    if (sender == Sender.USERNAME_TOKEN) {
      header.append(
          "<w:Security xmlns:w=\"http://docs.oasis-open.org/wss/2004/01/"
              + "oasis-200401-wss-wssecurity-secext-1.0.xsd\"><w:UsernameToken>"
              + "<w:Username>$user</w:Username><w:Password>secret</w:Password>"
              + "</w:UsernameToken></w:Security>");
    }
    boolean isStamped = isStamped(truth);
    return "<s:Envelope xmlns:s=\""
        + (isSoap12 ? SOAP12 : SOAP11)
        + "\">"
        + (header.isEmpty() ? "" : "<s:Header>" + header + "</s:Header>")
        + "<s:Body><p:"
        + local
        + " xmlns:p=\"urn:portal\">"
        + (truth == Truth.PLACED ? "" : "<symbol>$symbol</symbol>")
        + (isStamped ? "<sent>$stamp</sent>" : "")
        + "</p:"
        + local
        + "></s:Body></s:Envelope>";
  }
}
