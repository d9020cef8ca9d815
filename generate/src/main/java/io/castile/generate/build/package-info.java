/** What is made of the compiled classes of an application, beside their codecs. */
@NullMarked
package io.castile.generate.build;

import org.jspecify.annotations.NullMarked;
