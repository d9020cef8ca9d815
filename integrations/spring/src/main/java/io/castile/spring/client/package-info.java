/** Clients as beans. */
@NullMarked
package io.castile.spring.client;

import org.jspecify.annotations.NullMarked;
