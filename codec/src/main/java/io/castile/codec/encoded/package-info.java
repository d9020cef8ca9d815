/**
 * SOAP encoding: graphs of Java objects as elements that refer to each other (SOAP 1.1 §5; SOAP 1.2
 * part 2 §2 and §3). Objects that are shared, and cycles of them, are so again where they are read.
 */
@NullMarked
package io.castile.codec.encoded;

import org.jspecify.annotations.NullMarked;
