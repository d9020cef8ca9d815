/** The tools beside documents that other modules of Castile share: DOM trees and threads. */
@NullMarked
package io.castile.xml.shared;

import org.jspecify.annotations.NullMarked;
