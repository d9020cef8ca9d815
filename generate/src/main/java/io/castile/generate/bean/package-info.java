/** Beans of the schemas of a description, made by XJC. */
@NullMarked
package io.castile.generate.bean;

import org.jspecify.annotations.NullMarked;
