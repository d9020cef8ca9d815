/** The handlers of Jakarta XML Web Services 4.0 §9, as one link of a chain. */
@NullMarked
package io.castile.soap.handler;

import org.jspecify.annotations.NullMarked;
