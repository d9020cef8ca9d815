/**
 * The typed form of messages: columns of values instead of XML, whole or as the difference to the
 * columns of another message. For two ends that have the same {@link
 * io.castile.codec.typed.TypedPlan}.
 */
@NullMarked
package io.castile.delta.typed;

import org.jspecify.annotations.NullMarked;
