package io.castile.spring.app;

import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts an advice around the clerk, as transactions and validation are. */
@Configuration(proxyBeanMethods = false)
class AdviceConfiguration {
  @Bean
  static DefaultAdvisorAutoProxyCreator proxies() {
    DefaultAdvisorAutoProxyCreator proxies = new DefaultAdvisorAutoProxyCreator();
    proxies.setProxyTargetClass(true);
    return proxies;
  }

  @Bean
  static Advisor stamp() {
    MethodInterceptor stamp =
        call ->
            call.getMethod().getName().equals("sign")
                ? call.proceed() + " and stamped"
                : call.proceed();
    return new DefaultPointcutAdvisor(
        new ComposablePointcut(type -> Clerk.class.isAssignableFrom(type)), stamp);
  }
}
