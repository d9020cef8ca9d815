package io.castile.spring.app;

import io.castile.Castile;
import io.castile.SoapServer;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The services that the application calls, which count their calls. */
public final class Origin implements AutoCloseable {
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final List<String> traces = new CopyOnWriteArrayList<>();
  private final SoapServer server =
      Castile.server()
          .host("localhost")
          .publish("/catalog", new Articles())
          .publish("/stock", new Depots())
          .interceptor(
              chain -> {
                calls.add(chain.request().operation().name().getLocalPart());
                traces.add(String.valueOf(chain.request().headers().get("traceparent")));
                return chain.proceed(chain.request());
              })
          .start();

  /** The first part of the address of both services. */
  public String url() {
    return server.url("/catalog").replaceFirst("/catalog$", "");
  }

  /** The operations that were called, in their order. */
  public List<String> calls() {
    return calls;
  }

  /** The field {@code traceparent} of each call; "null" where it has none. */
  public List<String> traces() {
    return traces;
  }

  @Override
  public void close() {
    server.close();
  }

  /** The price of an article is the length of its name. */
  @WebService(endpointInterface = "io.castile.spring.app.Catalog", serviceName = "CatalogService")
  public static final class Articles implements Catalog {
    @Override
    public double getPrice(String article) {
      if (article.isEmpty()) {
        throw new WebServiceException("expected an article");
      }
      return article.length();
    }

    @Override
    public void setPrice(String article, double price) {
      // The prices of this shop are firm.
    }
  }

  @WebService(endpointInterface = "io.castile.spring.app.Stock", serviceName = "StockService")
  static final class Depots implements Stock {
    @Override
    public List<String> findArticles(String depot) {
      return List.of(depot + " ink", depot + " paper");
    }
  }
}
