/** The writer of DOM trees and the syntax of header fields, for the modules of Castile. */
@NullMarked
package io.castile.soap.internal;

import org.jspecify.annotations.NullMarked;
