/** Projects that are generated, and steps of builds. */
@NullMarked
package io.castile.generate.project;

import org.jspecify.annotations.NullMarked;
