package io.castile.spring.service;

import io.castile.Castile;
import io.castile.ServerBuilder;
import io.castile.servlet.CastileServlet;
import io.castile.spring.CastileServerCustomizer;
import jakarta.servlet.Servlet;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** The services among the beans, on the application's own web server. */
@AutoConfiguration(afterName = "org.apache.cxf.spring.boot.autoconfigure.CxfAutoConfiguration")
@ConditionalOnClass({Servlet.class, ServletRegistrationBean.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(name = "castile.services.enabled", matchIfMissing = true)
@Conditional(NoOtherStackCondition.class)
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
}
