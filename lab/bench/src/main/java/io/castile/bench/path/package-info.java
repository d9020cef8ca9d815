/** The source files that a call enters, counted by a debugger. */
@NullMarked
package io.castile.bench.path;

import org.jspecify.annotations.NullMarked;
