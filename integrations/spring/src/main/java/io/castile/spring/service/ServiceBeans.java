package io.castile.spring.service;

import jakarta.jws.WebService;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.SpringProxy;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/** Finds the services among the beans: those whose class has {@code WebService}. */
final class ServiceBeans {
  private static final Logger log = LoggerFactory.getLogger(ServiceBeans.class);

  private ServiceBeans() {}

  /**
   * Returns the paths of services by the names of their beans: as the properties say, else the name
   * of the service where its class states one, else the name of the bean.
   */
  static Map<String, String> paths(ListableBeanFactory beans, Map<String, String> stated) {
    Map<String, String> paths = new TreeMap<>();
    for (String name : beans.getBeanNamesForAnnotation(WebService.class)) {
      Class<?> type = beans.getType(name, false);
      Class<?> own = type == null ? null : ClassUtils.getUserClass(type);
      if (own == null || own.isInterface() || Proxy.isProxyClass(own)) {
        if (own != null && SpringProxy.class.isAssignableFrom(own)) {
          log.warn(
              "the service {} is not served: its bean is a proxy of the JDK, expected one of its class (proxyTargetClass)",
              name);
        }
        continue; // a port
      }
      WebService service = own.getAnnotation(WebService.class);
      if (service != null) {
        String standard = service.serviceName().isEmpty() ? name : service.serviceName();
        paths.put(name, withSlash(stated.getOrDefault(name, standard)));
      }
    }
    for (String name : stated.keySet()) {
      if (!paths.containsKey(name)) {
        throw new IllegalStateException(
            "castile.services.paths."
                + name
                + ": expected the name of a bean whose class has @WebService, found "
                + (paths.isEmpty()
                    ? "no such beans"
                    : StringUtils.collectionToCommaDelimitedString(paths.keySet())));
      }
    }
    return paths;
  }

  static String withSlash(String path) {
    return path.startsWith("/") ? path : "/" + path;
  }
}
