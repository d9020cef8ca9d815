/** Messages in the log, with secrets masked. */
@NullMarked
package io.castile.soap.logging;

import org.jspecify.annotations.NullMarked;
