package io.castile.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On the method of a bean, or on its class: the port that it is goes without the response cache,
 * whatever the policy says. {@code castile.cache.exclude} does the same by the bean's name.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Uncached {}
