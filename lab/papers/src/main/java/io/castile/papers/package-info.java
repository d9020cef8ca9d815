/**
 * The mSOAP paper as published (Bodorik, Qaiser and Jutla: Differential Caches for Web Services in
 * Mobile Environments), to be measured beside deltas, or to be wanted by a client.
 *
 * <p>{@link io.castile.papers.PaperLink} is one end of such a link; {@link
 * io.castile.papers.PaperForms} is what the differential link finds.
 */
@NullMarked
package io.castile.papers;

import org.jspecify.annotations.NullMarked;
