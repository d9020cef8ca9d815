/** The rules of HTTP caching (RFC 9111) that answers are stored, kept fresh and validated by. */
@NullMarked
package io.castile.cache.http;

import org.jspecify.annotations.NullMarked;
