/** The files that are made of an application's compiled classes, beside their codecs. */
@NullMarked
package io.castile.generate.build;

import org.jspecify.annotations.NullMarked;
