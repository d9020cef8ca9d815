package example;

import io.castile.cache.policy.CachePolicy;
import io.castile.cxf.CastileFeature;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** Serves and calls with CXF as ever; two lines have Castile's codecs and its response cache in it. */
public final class Main {
  private static final String ADDRESS = "http://localhost:%s/quotes";

  private Main() {}

  public static void main(String[] args) throws IOException {
    String address = ADDRESS.formatted(args.length > 0 ? args[0] : "9000");
    FixedQuotes quotes = new FixedQuotes();
    Server server = serve(quotes, address);
    try {
      StockQuote port = port(address);
      for (int i = 0; i < 3; i++) {
        System.out.println("CSTL " + port.lastPrice("CSTL"));
      }
      List<Rating> ratings = port.ratings("main");
      System.out.println(ratings.get(0).symbol() + " " + ratings.get(0).stars() + " stars");
      System.out.println("The service was called " + quotes.calls() + " times for 4 calls.");
    } finally {
      server.destroy();
      BusFactory.getDefaultBus().shutdown(true); // with its HTTP server
    }
  }

  private static Server serve(FixedQuotes quotes, String address) {
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceBean(quotes);
    factory.setAddress(address);
    factory.setDataBinding(new CastileJAXBDataBinding());
    return factory.create();
  }

  private static StockQuote port(String address) throws IOException {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(StockQuote.class);
    factory.setAddress(address);
    factory.setDataBinding(new CastileJAXBDataBinding());
    try (InputStream policy = Main.class.getResourceAsStream("/cache.yaml")) {
      factory.getFeatures().add(new CastileFeature(CachePolicy.parse("cache.yaml", policy.readAllBytes())));
    }
    return factory.create(StockQuote.class);
  }
}
