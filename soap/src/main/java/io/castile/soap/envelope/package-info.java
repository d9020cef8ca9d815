/** Envelopes, header blocks and faults as they are read and written. */
@NullMarked
package io.castile.soap.envelope;

import org.jspecify.annotations.NullMarked;
