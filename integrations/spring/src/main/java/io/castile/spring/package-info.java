/** Castile in applications of Spring Boot: what applications name. */
@NullMarked
package io.castile.spring;

import org.jspecify.annotations.NullMarked;
