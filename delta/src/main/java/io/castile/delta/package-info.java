/**
 * The differential link: a message is sent as what makes it of one that the other end holds.
 *
 * <p>{@link io.castile.delta.Delta} makes and applies deltas between {@link
 * io.castile.delta.Instance}s. {@link io.castile.delta.PaperLink} is the mSOAP paper as published,
 * to be measured beside them.
 */
package io.castile.delta;
