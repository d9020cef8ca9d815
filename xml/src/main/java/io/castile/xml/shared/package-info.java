/** What other modules of Castile share beside documents: DOM trees and threads. */
@NullMarked
package io.castile.xml.shared;

import org.jspecify.annotations.NullMarked;
