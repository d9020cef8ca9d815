package io.castile.spring.client;

import java.util.List;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Defines the clients that {@link EnableCastileClients} names. */
final class EnabledClients implements ImportBeanDefinitionRegistrar {
  private final Environment environment;

  EnabledClients(Environment environment) {
    this.environment = environment;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata configuration, BeanDefinitionRegistry registry) {
    MergedAnnotation<EnableCastileClients> enabled =
        configuration.getAnnotations().get(EnableCastileClients.class);
    ClientDefinitions clients = new ClientDefinitions(registry, environment);
    clients.addFrom(List.of(enabled.getStringArray("basePackages")));
    for (Class<?> type : enabled.getClassArray("clients")) {
      clients.add(type);
    }
  }
}
