/** Ports of Jakarta XML Web Services among the beans, and what is put before them. */
@NullMarked
package io.castile.spring.port;

import org.jspecify.annotations.NullMarked;
