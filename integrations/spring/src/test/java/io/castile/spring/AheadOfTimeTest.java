package io.castile.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.spring.app.Catalog;
import io.castile.spring.app.ShopApplication;
import io.castile.spring.app.Stock;
import jakarta.xml.ws.BindingProvider;
import java.io.Closeable;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringApplicationHook;
import org.springframework.boot.SpringApplicationRunListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;

/** The application of the tests, processed ahead of time by Spring Boot. */
class AheadOfTimeTest {
  /** Ends the start of an application before its context is refreshed. */
  private static final class Prepared extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient GenericApplicationContext context;

    Prepared(GenericApplicationContext context) {
      this.context = context;
    }
  }

  private static GenericApplicationContext prepared() {
    SpringApplicationHook hook =
        application ->
            new SpringApplicationRunListener() {
              @Override
              public void contextLoaded(ConfigurableApplicationContext context) {
                throw new Prepared((GenericApplicationContext) context);
              }
            };
    try {
      SpringApplication.withHook(
          hook,
          () ->
              SpringApplication.run(
                  ShopApplication.class,
                  "--origin=http://localhost:1",
                  "--logging.level.root=off"));
    } catch (SpringApplication.AbandonedRunException | Prepared e) {
      if (e instanceof Prepared prepared) {
        return prepared.context;
      }
    }
    throw new AssertionError("the application was not prepared");
  }

  @Test
  void clientsAreBeansAndProxiesThatAreKnownAheadOfTime() {
    InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
    DefaultGenerationContext generation =
        new DefaultGenerationContext(
            new ClassNameGenerator(ClassName.get("io.castile.spring.app", "Shop")), files);

    new ApplicationContextAotGenerator().processAheadOfTime(prepared(), generation);
    generation.writeGeneratedContent();

    Set<String> sources = files.getGeneratedFiles(Kind.SOURCE).keySet();
    assertThat(sources)
        .anyMatch(name -> name.endsWith("CastileCacheAutoConfiguration__BeanDefinitions.java"))
        .anyMatch(name -> name.endsWith("CastilePortAutoConfiguration__BeanDefinitions.java"))
        .anyMatch(name -> name.endsWith("CastileClientAutoConfiguration__BeanDefinitions.java"));
    for (Class<?> type : List.of(Catalog.class, Stock.class)) {
      assertThat(
              RuntimeHintsPredicates.proxies()
                  .forInterfaces(type, BindingProvider.class, Closeable.class)
                  .test(generation.getRuntimeHints()))
          .as(type.getName())
          .isTrue();
    }
  }
}
