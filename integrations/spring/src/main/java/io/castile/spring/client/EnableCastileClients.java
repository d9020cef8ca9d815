package io.castile.spring.client;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * On a configuration: says which clients are beans, where that is more than the interfaces with
 * {@link CastileClient} in the packages of the application.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import(EnabledClients.class)
public @interface EnableCastileClients {
  /** Packages in which interfaces with {@link CastileClient} are looked for. */
  String[] basePackages() default {};

  /**
   * Interfaces of services, as generators write them. A client has the name of its {@link
   * CastileClient}, or else that of the interface with a small first letter.
   */
  Class<?>[] clients() default {};
}
