package io.castile.spring.client;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;

/**
 * Makes a client as the properties say.
 *
 * @param <T> the interface of the service
 */
public final class ClientFactoryBean<T>
    implements FactoryBean<T>, BeanFactoryAware, DisposableBean {
  private final String name;
  private final Class<T> type;
  private @Nullable ClientFactory factory; // null before the bean is initialised
  private @Nullable T client; // null before it is asked for

  /**
   * @param name in the properties
   */
  public ClientFactoryBean(String name, Class<T> type) {
    this.name = name;
    this.type = type;
  }

  @Override
  public void setBeanFactory(BeanFactory beans) {
    factory = beans.getBean(ClientFactory.class);
  }

  @Override
  public synchronized T getObject() {
    if (factory == null) {
      throw new IllegalStateException(
          "Cannot make client '" + name + "', because its factory has not been set.");
    }
    if (client == null) {
      client = factory.newClient(name, type);
    }
    return client;
  }

  @Override
  public Class<T> getObjectType() {
    return type;
  }

  @Override
  public synchronized void destroy() throws IOException {
    if (client instanceof Closeable closeable) {
      closeable.close();
    }
  }
}
