package io.castile.spring.service;

import io.castile.Castile;
import io.castile.ServerBuilder;
import io.castile.servlet.CastileServlet;
import io.castile.spring.CastileServerCustomizer;
import jakarta.jws.WebService;
import jakarta.servlet.Servlet;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.SpringProxy;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/** The services among the beans, on the application's own web server. */
@AutoConfiguration(afterName = "org.apache.cxf.spring.boot.autoconfigure.CxfAutoConfiguration")
@ConditionalOnClass({Servlet.class, ServletRegistrationBean.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(name = "castile.services.enabled", matchIfMissing = true)
@Conditional(CastileServiceAutoConfiguration.NoOtherStackCondition.class)
@EnableConfigurationProperties(ServiceProperties.class)
public class CastileServiceAutoConfiguration {
  private static final String NAME = "castileServices";

  @Bean(NAME)
  @ConditionalOnMissingBean(name = NAME)
  ServletRegistrationBean<CastileServlet> castileServices(
      ServiceProperties properties,
      ListableBeanFactory beans,
      ObjectProvider<CastileServerCustomizer> customizers) {
    Map<String, String> paths = ServiceBeans.paths(beans, properties.getPaths());
    ServerBuilder server =
        Castile.server().jaxws(j -> j.lifecycle(false)).validate(properties.isValidate());
    Boolean sameVersion = properties.getSameVersion();
    if (sameVersion != null) {
      server.sameVersion(sameVersion);
    }
    customizers.orderedStream().forEach(each -> each.customize(server));
    paths.forEach((name, path) -> server.publish(path, beans.getBean(name)));
    String root = ServiceBeans.withSlash(properties.getPath());
    ServletRegistrationBean<CastileServlet> registration =
        new ServletRegistrationBean<>(
            new CastileServlet(server), root.equals("/") ? "/*" : root + "/*");
    registration.setName(NAME);
    registration.setLoadOnStartup(1);
    registration.setEnabled(!paths.isEmpty());
    return registration;
  }

  /**
   * Holds where the properties ask for services, or no bus of Apache CXF is a bean: an application
   * with a bus serves its services by CXF, as a rule at the same path.
   */
  static final class NoOtherStackCondition extends AnyNestedCondition {
    NoOtherStackCondition() {
      super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnProperty("castile.services.enabled")
    static final class Asked {}

    @ConditionalOnMissingBean(type = "org.apache.cxf.Bus")
    static final class NoBus {}
  }

  /** Finds the services among the beans: those whose class has {@code WebService}. */
  static final class ServiceBeans {
    private static final Logger log =
        LoggerFactory.getLogger(CastileServiceAutoConfiguration.class);

    private ServiceBeans() {}

    /**
     * Returns the paths of services by the names of their beans: as the properties say, else the
     * name of the service where its class states one, else the name of the bean.
     */
    static Map<String, String> paths(ListableBeanFactory beans, Map<String, String> stated) {
      Map<String, String> paths = new TreeMap<>();
      for (String name : beans.getBeanNamesForAnnotation(WebService.class)) {
        Class<?> type = beans.getType(name, false);
        Class<?> own = type == null ? null : ClassUtils.getUserClass(type);
        if (own == null || own.isInterface() || Proxy.isProxyClass(own)) {
          if (own != null && SpringProxy.class.isAssignableFrom(own)) {
            log.warn(
                "the service {} is not served: its bean is a proxy of the JDK, expected one of its"
                    + " class (proxyTargetClass)",
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
}
