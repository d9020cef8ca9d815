package io.castile.spring.client;

import java.beans.Introspector;
import java.util.Collection;
import java.util.Objects;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/** Defines clients as beans. */
final class ClientDefinitions {
  private final BeanDefinitionRegistry registry;
  private final Environment environment;

  ClientDefinitions(BeanDefinitionRegistry registry, Environment environment) {
    this.registry = registry;
    this.environment = environment;
  }

  /** Defines the clients of the interfaces with {@link CastileClient} in packages. */
  void addFrom(Collection<String> packages) {
    ClassPathScanningCandidateComponentProvider scanner =
        new ClassPathScanningCandidateComponentProvider(false, environment) {
          @Override
          protected boolean isCandidateComponent(AnnotatedBeanDefinition found) {
            return found.getMetadata().isInterface() && found.getMetadata().isIndependent();
          }
        };
    scanner.addIncludeFilter(new AnnotationTypeFilter(CastileClient.class, false));
    for (String each : packages) {
      for (BeanDefinition found : scanner.findCandidateComponents(each)) {
        String name = Objects.requireNonNull(found.getBeanClassName(), "class of a candidate");
        add(ClassUtils.resolveClassName(name, ClassUtils.getDefaultClassLoader()));
      }
    }
  }

  /** Defines the client of an interface, by its annotation or its own name. */
  void add(Class<?> type) {
    CastileClient annotation = type.getAnnotation(CastileClient.class);
    add(
        annotation == null ? Introspector.decapitalize(type.getSimpleName()) : annotation.value(),
        type);
  }

  /** Defines a client, unless the application has a bean of that name. */
  void add(String name, Class<?> type) {
    if (registry.containsBeanDefinition(name)) {
      return;
    }
    RootBeanDefinition definition = new RootBeanDefinition(ClientFactoryBean.class);
    definition.setTargetType(ResolvableType.forClassWithGenerics(ClientFactoryBean.class, type));
    definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, type);
    definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
    definition.getConstructorArgumentValues().addIndexedArgumentValue(1, type);
    registry.registerBeanDefinition(name, definition);
  }
}
