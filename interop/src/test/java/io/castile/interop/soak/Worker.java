package io.castile.interop.soak;

import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.cache.ResponseCache;
import io.castile.delta.Differential;
import io.castile.soap.SoapTransportException;
import io.castile.template.Templates;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Calls one of two servers as fast as it can, in all ways, a tenth of them wrong, and checks what
 * comes of it. Run by one thread.
 */
final class Worker {
  /** What the clients of all workers share. */
  record Shared(Differential link, Templates templates, ResponseCache cache, Tally tally) {}

  /** Ways to call: as messages are; with all that saves work; with attachments. */
  private enum Way {
    PLAIN,
    SAVING,
    PACKAGED
  }

  private static final List<Way> WAYS = List.of(Way.values());
  private static final List<BadRequest> BAD = List.of(BadRequest.values());

  private final Peer lasting;
  private final Peer mortal;
  private final Shared shared;
  private final Random random;
  private final Map<String, AutoCloseable> ports = new HashMap<>();

  /**
   * @param lasting is never down
   * @param mortal is down now and then
   */
  Worker(Peer lasting, Peer mortal, Shared shared, long seed) {
    this.lasting = lasting;
    this.mortal = mortal;
    this.shared = shared;
    this.random = new Random(seed);
  }

  /** Makes one call, and tells what came of it. */
  void call() {
    Peer peer = random.nextInt(3) == 0 ? mortal : lasting;
    long change = peer.changes().get();
    String what = "";
    try {
      what = random.nextInt(10) == 0 ? callWrong(peer) : callRight(peer);
      shared.tally.count(peer.name() + " " + what);
    } catch (WebServiceException | IOException e) {
      if (peer.wasDownSince(change) && isOfTheTransport(e)) {
        shared.tally.count("lost");
        pause();
      } else {
        shared.tally.wrong(peer.name(), e);
      }
    } catch (Exception | AssertionError e) {
      shared.tally.wrong(peer.name(), e);
    }
    if (random.nextInt(500) == 0) {
      close();
    }
  }

  /** Who was refused comes again a little later. */
  private void pause() {
    try {
      Thread.sleep(1 + random.nextInt(40));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isOfTheTransport(Exception failure) {
    return failure instanceof IOException
        || (!(failure instanceof SOAPFaultException)
            && failure.getCause() instanceof SoapTransportException);
  }

  // ---- calls that are right ----

  private String callRight(Peer peer) {
    Workshop port = port(peer, WAYS.get(random.nextInt(WAYS.size())));
    int number = random.nextInt(1000);
    switch (random.nextInt(8)) {
      case 0, 1 -> {
        check(number + 7, port.add(number, 7));
        return "add";
      }
      case 2 -> {
        int seed = number % 50;
        check(Piece.list(seed, 20 + seed), port.list(seed, 20 + seed));
        return "list";
      }
      case 3 -> {
        byte[] bytes = new byte[10 * number];
        random.nextBytes(bytes);
        if (!Arrays.equals(bytes, port.mirror(bytes))) {
          throw new AssertionError("expected the bytes that were sent, found others");
        }
        return "mirror";
      }
      case 4 -> {
        check("token " + number + ": text", port.signed("token " + number, "text"));
        return "signed";
      }
      case 5 -> {
        refused(port, "name " + number);
        return "refuse";
      }
      case 6 -> {
        failed(port, "number " + number);
        return "fail";
      }
      default -> {
        port.tell("number " + number);
        return "tell";
      }
    }
  }

  private static void refused(Workshop port, String name) {
    try {
      port.refuse(name);
    } catch (Refused e) {
      check("there is no " + name, e.getMessage());
      check(name, e.getFaultInfo());
      return;
    }
    throw new AssertionError("expected the service's exception, found an answer");
  }

  private static void failed(Workshop port, String text) {
    try {
      port.fail(text);
    } catch (SOAPFaultException e) {
      check("Server", e.getFault().getFaultCodeAsQName().getLocalPart());
      check(text, e.getFault().getFaultString());
      return;
    }
    throw new AssertionError("expected a fault, found an answer");
  }

  private static void check(Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new AssertionError("expected " + expected + ", found " + found);
    }
  }

  // ---- calls that are wrong ----

  private String callWrong(Peer peer) throws IOException {
    switch (random.nextInt(6)) {
      case 0 -> tooLarge(peer);
      case 1 -> unknown(peer);
      default -> {
        BadRequest bad = BAD.get(random.nextInt(BAD.size()));
        bad.send(peer.port());
        return "bad " + bad;
      }
    }
    return "bad call";
  }

  private void tooLarge(Peer peer) {
    try {
      port(peer, Way.PLAIN).mirror(new byte[WorkshopServer.MAX_BYTES]);
    } catch (WebServiceException e) {
      if (e.getCause() instanceof SoapTransportException refused && refused.status() == 413) {
        return;
      }
      throw e;
    }
    throw new AssertionError("expected status 413, found an answer");
  }

  private void unknown(Peer peer) {
    LaterWorkshop port =
        (LaterWorkshop)
            ports.computeIfAbsent(
                peer.name() + " later",
                added ->
                    (AutoCloseable)
                        Castile.client(LaterWorkshop.class).endpoint(peer.url()).build());
    try {
      port.subtract(2, 1);
    } catch (SOAPFaultException e) {
      check("Client", e.getFault().getFaultCodeAsQName().getLocalPart());
      return;
    }
    throw new AssertionError("expected a fault, found an answer");
  }

  // ---- ports ----

  private Workshop port(Peer peer, Way way) {
    return (Workshop)
        ports.computeIfAbsent(peer.name() + " " + way, added -> (AutoCloseable) newPort(peer, way));
  }

  private Workshop newPort(Peer peer, Way way) {
    ClientBuilder<Workshop> builder =
        Castile.client(Workshop.class).endpoint(peer.url()).templates(shared.templates);
    return switch (way) {
      case PLAIN -> builder.templates(Templates.off()).build();
      case SAVING -> builder.differential(shared.link).cache(shared.cache).build();
      case PACKAGED -> builder.mtom(1000).build();
    };
  }

  /** Closes all ports, which are made anew when they are needed. */
  void close() {
    for (AutoCloseable port : List.copyOf(ports.values())) {
      try {
        port.close();
      } catch (Exception e) {
        shared.tally.wrong("closing", e);
      }
    }
    ports.clear();
  }
}
