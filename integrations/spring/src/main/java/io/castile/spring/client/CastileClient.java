package io.castile.spring.client;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On an interface with {@code jakarta.jws.WebService}: a client of it is a bean of the application,
 * with the options {@code castile.clients.<name>}. Interfaces are looked for in the packages of the
 * application, or in those that {@link EnableCastileClients} names.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface CastileClient {
  /** The name of the client in the properties, and of the bean. */
  String value();
}
