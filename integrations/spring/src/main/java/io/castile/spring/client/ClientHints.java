package io.castile.spring.client;

import io.castile.soap.model.internal.ServiceModel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ProxyHints;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Says, where an application is processed ahead of time, which proxies its clients are. */
final class ClientHints implements BeanFactoryInitializationAotProcessor {
  @Override
  public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
      ConfigurableListableBeanFactory beans) {
    List<Class<?>> types = new ArrayList<>();
    for (String name : beans.getBeanDefinitionNames()) {
      if (ClientFactoryBean.class.getName().equals(beans.getBeanDefinition(name).getBeanClassName())
          && beans.getBeanDefinition(name).getAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE)
              instanceof Class<?> type) {
        types.add(type);
      }
    }
    return types.isEmpty()
        ? null
        : (context, code) -> {
          ProxyHints proxies = context.getRuntimeHints().proxies();
          types.forEach(
              type ->
                  proxies.registerJdkProxy(ServiceModel.portTypes(type).toArray(new Class<?>[0])));
        };
  }
}
