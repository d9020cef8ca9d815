/** What Actuator shows of the response cache. */
@NullMarked
package io.castile.spring.actuate;

import org.jspecify.annotations.NullMarked;
