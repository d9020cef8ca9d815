package io.castile.cli;

import io.castile.bridge.JsonService;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.config.NormalTarget;
import io.castile.gateway.config.OriginTls;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.config.Validation;
import io.castile.gateway.internal.Configs;
import io.castile.wsdl.Description;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code castile rest}. */
@Command(
    name = "rest",
    description = {
      "Serves the operations of a WSDL as JSON, with a document of OpenAPI and a page to try them:"
          + " a gateway before the service, without a configuration.",
      "A policy says which operations are cached; these can be called by GET and QUERY, too.",
      "It runs until it is stopped."
    })
final class RestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE|URL", description = "The WSDL: a file or a URL.")
  private String wsdl = "";

  @Option(
      names = "--origin",
      paramLabel = "URL",
      description = "The address of the service; by default that of the WSDL.")
  private @Nullable String origin;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where clients connect; 127.0.0.1:8080 by default.")
  private String listen = "127.0.0.1:8080";

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "The cache policy, YAML; read again when it changes.")
  private @Nullable Path policy;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Description description = WsdlCommand.read(WsdlOptions.of(wsdl), spec);
    PrintWriter out = spec.commandLine().getOut();
    CountDownLatch ended = new CountDownLatch(1);
    URI service = service(description);
    Gateway gateway = start(service);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> GatewayCommand.drain(gateway, ended)));
    String address =
        new ListenAddress(ListenAddress.parse(listen).host(), gateway.port()).toString();
    out.println("Try the operations at http://" + address + json(service) + "/");
    out.flush();
    ended.await();
    return 0;
  }

  /** The address of the service. */
  private URI service(Description description) {
    try {
      String address = origin == null ? JsonService.of(description).address() : origin;
      if (address.isEmpty()) {
        throw new IllegalArgumentException(
            "Cannot call the service, because the WSDL has no address. Add --origin URL.");
      }
      return RouteConfig.origin(address);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "castile: " + Failures.message(e), e);
    }
  }

  private Gateway start(URI service) {
    try {
      GatewaySettings settings =
          GatewaySettings.of(ListenAddress.parse(listen), service)
              .withRoutes(List.of(route(service)));
      return Gateway.start(
          Configs.of(policy == null ? settings : settings.withPolicy(policy)),
          Runtime.getRuntime().availableProcessors(),
          Gateway.memory(Configs.of(settings)));
    } catch (IOException | IllegalArgumentException e) { // a PolicyException, too
      throw new ParameterException(spec.commandLine(), "castile: " + Failures.message(e), e);
    }
  }

  /** Where operations are called by JSON: not above the path of the service. */
  private static String json(URI address) {
    String api = DescribedRoute.DEFAULT_JSON;
    return (address.getRawPath() + "/").startsWith(api + "/") ? "/json" + api : api;
  }

  /** The route of the service's own path, so that clients of SOAP find it where it was. */
  private RouteConfig route(URI address) {
    String path = address.getRawPath();
    String json = json(address);
    return new RouteConfig(
            path == null || path.isEmpty() ? "/" : NormalTarget.of(path),
            null,
            List.of(address),
            "",
            false,
            OriginTls.DEFAULT,
            false,
            null)
        .withDescribed(new DescribedRoute(wsdl, json, Validation.NONE, null));
  }
}
