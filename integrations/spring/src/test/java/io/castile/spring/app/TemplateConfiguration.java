package io.castile.spring.app;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.ws.client.core.WebServiceTemplate;

/** What calls by Spring-WS. */
@Configuration(proxyBeanMethods = false)
class TemplateConfiguration {
  @Bean
  WebServiceTemplate template(@Value("${origin}") String origin) {
    WebServiceTemplate template = new WebServiceTemplate();
    template.setDefaultUri(origin + "/catalog");
    return template;
  }
}
