package io.castile.cxf;

import io.castile.Castile;
import io.castile.cxf.Shops.Published;
import io.castile.cxf.Wire.Passed;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.soap.SoapVersion;
import io.castile.template.Templates;
import io.castile.template.key.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterEach;

/** Two ends whose messages may go as values, and what is between them. */
abstract class TypedEnds {
  static final DifferentialOptions TYPED = DifferentialOptions.builder().typed(true).build();

  private final List<AutoCloseable> opened = new ArrayList<>();
  final Templates ofClient = Templates.builder().build();
  final Templates ofServer = Templates.builder().build();
  final DifferentialFeature clientFeature = new DifferentialFeature(TYPED);
  final DifferentialFeature serverFeature = new DifferentialFeature(TYPED);
  Differential clientLink = clientFeature.getLink();
  Differential serverLink = serverFeature.getLink();

  /** The services of CXF, the last one last. */
  final List<Published> published = new ArrayList<>();

  final <T extends AutoCloseable> T opened(T resource) {
    opened.add(0, resource);
    return resource;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  /** Which stack an end is of. */
  enum End {
    CASTILE,
    CXF
  }

  static CastileJAXBDataBinding binding(Templates templates) {
    CastileJAXBDataBinding binding = new CastileJAXBDataBinding();
    binding.setTemplates(templates);
    return binding;
  }

  final <T> Wire serve(End end, Class<T> sei, T service, Consumer<JaxWsServerFactoryBean> options)
      throws Exception {
    if (end == End.CASTILE) {
      serverLink = Differential.of(TYPED);
      var server =
          Castile.server()
              .sameVersion(false)
              .publish("/shop", service)
              .differential(serverLink)
              .start();
      opened(server::close);
      return opened(new Wire("http://localhost:" + server.port() + "/shop"));
    }
    Published made =
        opened(
            Shops.publish(
                sei,
                service,
                SoapVersion.SOAP_1_1,
                factory -> {
                  factory.setDataBinding(binding(ofServer));
                  factory.getFeatures().add(serverFeature);
                  options.accept(factory);
                }));
    published.add(made);
    return opened(new Wire(made.url()));
  }

  final <T> T caller(End end, Class<T> sei, String url, Consumer<JaxWsProxyFactoryBean> options) {
    if (end == End.CASTILE) {
      clientLink = Differential.of(TYPED);
      return Castile.client(sei).endpoint(url).differential(clientLink).build();
    }
    JaxWsProxyFactoryBean factory = Shops.clientOf(sei, url);
    factory.setDataBinding(binding(ofClient));
    factory.getFeatures().add(clientFeature);
    options.accept(factory);
    return factory.create(sei);
  }

  final WrappedShop caller(Wire wire) {
    return caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});
  }

  /** How many requests of an operation CXF has written at the client. */
  final long written(String operation) {
    return ofClient.statistics().rows().stream()
        .filter(row -> row.direction() == Direction.REQUEST && row.operation().equals(operation))
        .mapToLong(row -> row.calls())
        .sum();
  }

  static boolean isXml(Passed passed) {
    return passed.answer()[0] == '<';
  }

  static List<Item> items(int number) {
    return IntStream.range(0, 60)
        .mapToObj(i -> new Item("item " + i, "1.50", i == number ? 7 : 2, Item.Color.RED, "x", "y"))
        .toList();
  }
}
