/** Services of Castile in any container of Jakarta Servlet 6. */
@NullMarked
package io.castile.servlet;

import org.jspecify.annotations.NullMarked;
