package io.castile.internal;

import io.castile.CallerBuilder;
import io.castile.SoapMount;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.server.HttpExchange;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The parts of builders and mounts that applications do not see. */
public final class Ends {
  private static @Nullable Access ofClients; // null before the first builder
  private static @Nullable Access ofServers; // null before the first mount

  private Ends() {}

  /** The parts that the package of builders gives. */
  public abstract static class Access {
    /** For the one class of that package. */
    protected Access() {}

    /** Returns a client of a service without an interface. */
    protected abstract ModelClient newClient(
        CallerBuilder<?> builder, ServiceModel model, String client);

    /** Answers a request. */
    protected abstract void serve(SoapMount mount, HttpExchange exchange) throws IOException;
  }

  /** Sets how clients are made; called once, when the class of builders is initialized. */
  public static void ofClients(Access parts) {
    ofClients = parts;
  }

  /** Sets how requests are answered; called once, when the class of mounts is initialized. */
  public static void ofServers(Access parts) {
    ofServers = parts;
  }

  /**
   * Returns a client of a service without an interface.
   *
   * @param client whose it is, for messages
   * @throws IllegalStateException if there is no endpoint, or options exclude each other
   * @throws IllegalArgumentException if the endpoint is no http or https URL, or an option names an
   *     operation that does not exist
   */
  public static ModelClient newClient(CallerBuilder<?> builder, ServiceModel model, String client) {
    return Objects.requireNonNull(ofClients, "ofClients").newClient(builder, model, client);
  }

  /**
   * Answers a request that the server of the application has received, on the calling thread.
   *
   * @throws IOException if the request did not arrive, or the response did not leave, as a whole:
   *     the server is to end the connection
   */
  public static void serve(SoapMount mount, HttpExchange exchange) throws IOException {
    Objects.requireNonNull(ofServers, "ofServers").serve(mount, exchange);
  }
}
