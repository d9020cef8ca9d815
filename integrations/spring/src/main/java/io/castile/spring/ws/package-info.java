/** The response cache before message senders of Spring-WS. */
@NullMarked
package io.castile.spring.ws;

import org.jspecify.annotations.NullMarked;
