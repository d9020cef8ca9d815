package io.castile.spring.app;

import io.castile.Castile;
import io.castile.cache.policy.CachePolicy;
import io.castile.cxf.CastileFeature;
import io.castile.spring.Uncached;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** An application with ports of Apache CXF, and no line about Castile but an annotation. */
@SpringBootApplication
public class ShopApplication {
  private final String origin;

  ShopApplication(@Value("${origin}") String origin) {
    this.origin = origin;
  }

  private <T> T port(Class<T> sei, String path) {
    return factory(sei, path).create(sei);
  }

  private JaxWsProxyFactoryBean factory(Class<?> sei, String path) {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(sei);
    factory.setAddress(origin + path);
    return factory;
  }

  @Bean
  Catalog catalog() {
    return port(Catalog.class, "/catalog");
  }

  @Bean
  Stock stock() {
    return port(Stock.class, "/stock");
  }

  /** A port of another stack than CXF, and without a cache of its own. */
  @Bean
  Catalog otherCatalog() {
    return Castile.client(Catalog.class).endpoint(origin + "/catalog").build();
  }

  /** Has the cache that its own feature brings. */
  @Bean
  Catalog featureCatalog() {
    JaxWsProxyFactoryBean factory = factory(Catalog.class, "/catalog");
    factory
        .getFeatures()
        .add(
            new CastileFeature(
                CachePolicy.parse("own", "rules: [{operation: setPrice, cache: true, ttl: 1h}]")));
    return factory.create(Catalog.class);
  }

  /** There is no service at its address. */
  @Bean
  Catalog lostCatalog() {
    return port(Catalog.class, "/nowhere");
  }

  @Bean
  @Uncached
  Catalog freshCatalog() {
    return port(Catalog.class, "/catalog");
  }

  @Bean
  Catalog excludedCatalog() {
    return port(Catalog.class, "/catalog");
  }

  /** Its interceptor may add what says who the caller is. */
  @Bean
  Catalog personalCatalog() {
    JaxWsProxyFactoryBean factory = factory(Catalog.class, "/catalog");
    factory.getOutInterceptors().add(new TokenInterceptor());
    return factory.create(Catalog.class);
  }

  /** Its interceptor is named as harmless. */
  @Bean
  Catalog timedCatalog() {
    JaxWsProxyFactoryBean factory = factory(Catalog.class, "/catalog");
    factory.getOutInterceptors().add(new TimingInterceptor());
    return factory.create(Catalog.class);
  }

  @Bean
  FactoryBean<Catalog> madeCatalog() {
    return new FactoryBean<>() {
      @Override
      public Catalog getObject() {
        return port(Catalog.class, "/catalog");
      }

      @Override
      public Class<?> getObjectType() {
        return Catalog.class;
      }
    };
  }

  @Bean
  Spans spans() {
    return new Spans(InMemorySpanExporter.create());
  }

  @Bean
  SpanProcessor spanProcessor(Spans spans) {
    return SimpleSpanProcessor.create(spans.exporter());
  }

  /** Stands for what passes the user's token on. */
  public static final class TokenInterceptor extends AbstractPhaseInterceptor<Message> {
    TokenInterceptor() {
      super(Phase.POST_LOGICAL);
    }

    @Override
    public void handleMessage(Message message) {
      // Whether it adds a token depends on the user.
    }
  }

  /** Stands for what measures calls, and adds nothing. */
  public static final class TimingInterceptor extends AbstractPhaseInterceptor<Message> {
    TimingInterceptor() {
      super(Phase.POST_LOGICAL);
    }

    @Override
    public void handleMessage(Message message) {
      message.getExchange().put(Long.class, System.nanoTime());
    }
  }
}
