/** Names, strings and comments of Java for texts of a description. */
@NullMarked
package io.castile.generate.text;

import org.jspecify.annotations.NullMarked;
