/** Calls of services without classes: maps and lists, which the schema of a WSDL checks. */
@NullMarked
package io.castile.dynamic;

import org.jspecify.annotations.NullMarked;
