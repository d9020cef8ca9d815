/**
 * The differential link: a message is sent as what makes it of one that the other end holds.
 *
 * <p>{@link io.castile.delta.format.Delta} makes and applies deltas between {@link
 * io.castile.delta.format.Instance}s. {@link io.castile.delta.PaperLink} is the mSOAP paper as
 * published, to be measured beside them, or to be wanted by a client ({@link
 * io.castile.delta.DifferentialForm}).
 *
 * <p>{@code ServerLink} and {@code ClientLink} are the two ends. Beside them, {@code Coding…} talks
 * to ends that know gzip, zstd or dcz instead, {@code Block…} negotiates in a SOAP header block,
 * and {@code Paper…} in the forms of the paper.
 */
package io.castile.delta;
