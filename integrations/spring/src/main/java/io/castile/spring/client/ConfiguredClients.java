package io.castile.spring.client;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Defines the clients whose interface the properties name, and those of interfaces with {@link
 * CastileClient} in the packages of the application.
 */
final class ConfiguredClients implements ImportBeanDefinitionRegistrar {
  private final Environment environment;
  private final BeanFactory beans;

  ConfiguredClients(Environment environment, BeanFactory beans) {
    this.environment = environment;
    this.beans = beans;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata configuration, BeanDefinitionRegistry registry) {
    ClientDefinitions clients = new ClientDefinitions(registry, environment);
    Binder.get(environment)
        .bind("castile", Bindable.of(ClientProperties.class))
        .ifBound(
            properties ->
                properties
                    .getClients()
                    .forEach(
                        (name, options) -> {
                          if (options.getType() != null) {
                            clients.add(name, options.getType());
                          }
                        }));
    if (AutoConfigurationPackages.has(beans)) {
      clients.addFrom(AutoConfigurationPackages.get(beans));
    }
  }
}
