/**
 * The differential link: a message is sent as its difference to a message that the other end holds.
 *
 * <p>{@link io.castile.delta.format.Delta} makes and applies deltas between {@link
 * io.castile.delta.format.Instance}s. Other forms of responses ({@link
 * io.castile.delta.DifferentialOptions.Form}) come from an artifact of their own, by {@link
 * io.castile.delta.internal.ResponseForms}.
 *
 * <p>{@code ServerLink} is the server's end; {@code ClientLink} and {@code RequestLink} are the
 * client's, for answers and for requests. Beside them, {@code Coding…} talks to ends that know
 * gzip, zstd or dcz instead, {@code Block…} negotiates in a SOAP header block, and {@code Form…}
 * asks for other forms.
 */
@NullMarked
package io.castile.delta;

import org.jspecify.annotations.NullMarked;
