/** Interfaces, exceptions and services, and how they are written. */
@NullMarked
package io.castile.generate.source;

import org.jspecify.annotations.NullMarked;
