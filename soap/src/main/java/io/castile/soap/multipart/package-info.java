/** Messages with parts as they come and leave. */
@NullMarked
package io.castile.soap.multipart;

import org.jspecify.annotations.NullMarked;
