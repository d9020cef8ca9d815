package io.castile;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import java.util.ArrayList;
import java.util.List;

/** An application that starts a server, calls it once and closes it. */
public final class ServedForOnce {
  private ServedForOnce() {}

  /** Says what it is told. */
  @WebService
  public interface Echo {
    String echo(String text);
  }

  /** Remembers its life. */
  @WebService(endpointInterface = "io.castile.ServedForOnce$Echo")
  public static final class EchoService implements Echo {
    private final List<String> life = new ArrayList<>();

    @Override
    public String echo(String text) {
      return text;
    }

    /** Begins. */
    @PostConstruct
    @WebMethod(exclude = true)
    public void begin() {
      life.add("begins");
    }

    /** Ends. */
    @PreDestroy
    @WebMethod(exclude = true)
    public void end() {
      life.add("ends");
    }
  }

  /** Returns what the call has returned, or why the server does not start; and the life. */
  public static String run() {
    EchoService service = new EchoService();
    try (SoapServer server = Castile.server().publish("/echo", service).start()) {
      Echo echo = Castile.client(Echo.class).endpoint(server.url("/echo")).build();
      return echo.echo("called");
    } catch (IllegalStateException e) {
      return e.getMessage() + " " + service.life;
    }
  }
}
