/** Services among the beans, on the application's own web server. */
@NullMarked
package io.castile.spring.service;

import org.jspecify.annotations.NullMarked;
