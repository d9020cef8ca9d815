package io.castile.bench.path;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.CacheStore;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import jakarta.jws.WebService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** The paths of calls whose files are counted. */
public enum CallPath {
  /** A call of a port without options, and its server. */
  CALL {
    @Override
    Callable<String> prepare() {
      Greeter port = Castile.client(Greeter.class).endpoint(serve()).build();
      return () -> port.greet("Ada", 3);
    }
  },
  /** A call that the client's response cache answers. */
  CLIENT_HIT {
    @Override
    Callable<String> prepare() {
      Greeter port = Castile.client(Greeter.class).endpoint(serve()).cache(policy()).build();
      return () -> port.greet("Ada", 3);
    }
  },
  /** A request that the gateway answers from its cache, beside a client that is none of Castile. */
  GATEWAY_HIT {
    @Override
    Callable<String> prepare() throws IOException {
      Sender sender = new Sender(gateway());
      return () -> sender.send("Ada");
    }
  },
  /** A request that the gateway passes on, and whose response it keeps. */
  GATEWAY_MISS {
    @Override
    Callable<String> prepare() throws IOException {
      Sender sender = new Sender(gateway());
      return new Callable<>() {
        private int calls;

        @Override
        public String call() throws Exception {
          calls++;
          return sender.send("Ada " + calls);
        }
      };
    }
  };

  private static final String RESPONSE =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
          + "<g:greetResponse xmlns:g='urn:greeter'><return>Hello</return></g:greetResponse>"
          + "</e:Body></e:Envelope>";

  /** Starts what the call needs, and returns the call. */
  abstract Callable<String> prepare() throws IOException;

  /** A simple service. */
  @WebService(targetNamespace = "urn:greeter")
  public interface Greeter {
    /** Returns a greeting. */
    String greet(String name, int times);
  }

  /** The implementation. */
  @WebService(
      targetNamespace = "urn:greeter",
      endpointInterface = "io.castile.bench.path.CallPath$Greeter")
  public static final class GreeterService implements Greeter {
    @Override
    public String greet(String name, int times) {
      return "Hello " + name + ", " + times;
    }
  }

  private static String serve() {
    SoapServer server =
        Castile.server().host("127.0.0.1").publish("/greeter", new GreeterService()).start();
    return server.url("/greeter");
  }

  private static CachePolicy policy() {
    return CachePolicy.parse("all", "rules: [{operation: '*', cache: true, ttl: 1h}]");
  }

  /** Starts a gateway that caches all, and returns its port. */
  private static int gateway() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    HttpServer origin = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    origin.createContext("/greeter", CallPath::answer);
    origin.start();
    Gateway gateway =
        Gateway.start(
            Configs.of(
                GatewaySettings.of(
                    new ListenAddress("127.0.0.1", 0),
                    URI.create("http://127.0.0.1:" + origin.getAddress().getPort()))),
            1,
            CacheStore.offHeap(64 << 20));
    gateway.policy(policy());
    return gateway.port();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    byte[] content = RESPONSE.getBytes(StandardCharsets.UTF_8);
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
    exchange.sendResponseHeaders(200, content.length);
    exchange.getResponseBody().write(content);
    exchange.close();
  }

  /** A client that is none of Castile's. */
  private static final class Sender {
    private final HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI gateway;

    Sender(int port) {
      this.gateway = URI.create("http://127.0.0.1:" + port + "/greeter");
    }

    String send(String name) throws IOException, InterruptedException {
      String message =
          "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
              + "<g:greet xmlns:g='urn:greeter'><arg0>"
              + name
              + "</arg0><arg1>3</arg1></g:greet></e:Body></e:Envelope>";
      HttpRequest request =
          HttpRequest.newBuilder(gateway)
              .header("Content-Type", "text/xml; charset=utf-8")
              .header("SOAPAction", "\"\"")
              .POST(HttpRequest.BodyPublishers.ofString(message))
              .build();
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }
}
