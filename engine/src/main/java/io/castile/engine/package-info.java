/** The inside of the front door: the links for templates and sessions, and asynchronous calls. */
@NullMarked
package io.castile.engine;

import org.jspecify.annotations.NullMarked;
