package io.castile.codec.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a header block as literal although the messages of its operation are in SOAP encoding:
 * {@code use="literal"} of a {@code soap:header} (WSDL 1.1 §3.7). On a parameter that is a header
 * block, or on a method whose result is one; without a meaning elsewhere.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.METHOD})
public @interface Literal {}
