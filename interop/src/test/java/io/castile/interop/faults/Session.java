package io.castile.interop.faults;

import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.Random;
import java.util.function.Supplier;

/**
 * One of the callers at work: asks and orders at random, now as this user, now as that one, and
 * tells what came of it. Run by one thread.
 */
final class Session {
  private static final int USERS = 6;
  private static final int MARKETS = 3;

  private final String name;
  private final Supplier<Caller> callers;
  private final Random random;
  private final Fleet fleet;
  private final Relay relay;
  private final Outcome outcome;
  private Caller caller;

  /**
   * @param name as the relay knows the caller
   * @param callers makes the caller, each time that it is lost
   */
  Session(
      String name, Supplier<Caller> callers, long seed, Fleet fleet, Relay relay, Outcome outcome) {
    this.name = name;
    this.callers = callers;
    this.random = new Random(seed);
    this.fleet = fleet;
    this.relay = relay;
    this.outcome = outcome;
    this.caller = callers.get();
  }

  Caller caller() {
    return caller;
  }

  /** Whether a call was answered by a fault, which is never right here. */
  static boolean isFault(WebServiceException failure) {
    return failure instanceof SOAPFaultException;
  }

  /** Calls once; what fails is told, and must have been made to fail by the relay. */
  void call() {
    long faults = relay.faults(name);
    try {
      callRight();
    } catch (RemoteCaller.Killed e) {
      outcome.killedClients.increment();
      renew();
    } catch (WebServiceException e) {
      if (isFault(e) || relay.faults(name) == faults) {
        outcome.unexplained(name, e);
      }
      outcome.failed.increment();
      pause();
    } catch (AssertionError | RuntimeException e) {
      outcome.wrong(name, e);
    }
    if (random.nextInt(200) == 0) {
      caller.close();
      renew();
      outcome.renewed.increment();
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

  private void renew() {
    caller = callers.get();
  }

  /** Calls once; nothing may fail. */
  void callUndisturbed() {
    try {
      callRight();
    } catch (AssertionError | RuntimeException e) {
      outcome.unexplained(name + ", after the faults", e);
    }
  }

  private void callRight() {
    String user = "user " + random.nextInt(USERS);
    String market = "market " + random.nextInt(MARKETS);
    // Mostly the time goes on, sometimes a caller is late.
    long tick = outcome.tick(random.nextInt(3) == 0) - (random.nextInt(8) == 0 ? 4 : 0);
    long time = fleet.time();
    if (random.nextInt(6) == 0) {
      String id = name + "-" + outcome.nextOrder();
      fleet.checkAlive(maker(caller.order(user, id, market, tick)), time);
      outcome.confirmed.add(id);
    } else {
      Boards.Maker maker = caller.board(user, market, tick);
      fleet.checkAlive(maker, time);
      outcome.right.increment();
      if (random.nextInt(20) == 0) {
        control(maker, user, market, tick);
      }
    }
  }

  private Boards.Maker maker(int generation) {
    Fleet.Server server = fleet.generation(generation);
    if (server == null) {
      throw new AssertionError("the receipt is of " + generation + ", which is no server");
    }
    return server.maker;
  }

  /** Asks the same server the same, without link and relay: the answer must be the same. */
  private void control(Boards.Maker maker, String user, String market, long tick) {
    Fleet.Server server = fleet.generation(maker.generation());
    if (server == null) {
      return; // The board does not tell who has made it.
    }
    try {
      // Either is what it says that it is; so they are the same if it says the same.
      Boards.Maker found = server.askedPlainly(user, market, tick);
      if (!found.equals(maker)) {
        if (server.isDoomed()) {
          return; // The next server at its place has answered.
        }
        throw new AssertionError("the control came from " + found + ", not from " + maker);
      }
      outcome.controls.increment();
    } catch (WebServiceException e) {
      if (!server.isDoomed()) {
        throw new AssertionError("the control failed", e);
      }
    }
  }
}
