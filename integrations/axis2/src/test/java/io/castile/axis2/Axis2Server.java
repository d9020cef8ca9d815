package io.castile.axis2;

import io.castile.shop.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.transport.http.SimpleHTTPServer;

/**
 * A server of Axis2 whose repository has the module, and the service {@link Quotes}: one at a time,
 * and each with a name of its own. A server takes seconds to stop.
 */
final class Axis2Server implements AutoCloseable {
  static final String POLICY =
      """
      rules:
        - operation: getPrice
          cache: true
          ttl: 1h
        - operation: setPrice
          invalidates: getPrice
      """;

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  final ConfigurationContext context;
  private int services;
  private AxisService service;
  private final SimpleHTTPServer server;
  private final int port;

  /**
   * @param folder an empty one, which becomes the repository
   */
  Axis2Server(Path folder) throws IOException {
    context = Repositories.context(folder);
    port = FreePorts.next();
    server = new SimpleHTTPServer(context, port);
    server.start();
  }

  /** Begins anew: with a new service, which has served nothing. */
  void renew() throws AxisFault {
    Quotes.reset();
    if (service != null) {
      context.getAxisConfiguration().removeService(service.getName());
    }
    service = AxisService.createService(Quotes.class.getName(), context.getAxisConfiguration());
    service.setName("Quotes" + ++services);
    context.getAxisConfiguration().addService(service);
  }

  AxisService service() {
    return service;
  }

  AxisModule module() {
    return context.getAxisConfiguration().getModule(CastileModule.NAME);
  }

  /** Engages the module to the service. */
  Axis2Server engage(Object policy) throws AxisFault {
    service.addParameter(new Parameter(CastileModule.POLICY, policy));
    service.engageModule(module());
    return this;
  }

  String url() {
    return "http://localhost:" + port + "/axis2/services/" + service.getName();
  }

  /**
   * Sends a message.
   *
   * @param fields names and values
   */
  HttpResponse<String> post(String message, String... fields) {
    return postTo(url(), "text/xml; charset=utf-8", message, fields);
  }

  HttpResponse<String> postTo(String url, String type, String message, String... fields) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(message));
    if (type.startsWith("text/xml")) {
      request.header("SOAPAction", "\"\"");
    }
    if (fields.length > 0) {
      request.headers(fields);
    }
    try {
      return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() throws AxisFault {
    server.stop();
    context.terminate();
  }
}
