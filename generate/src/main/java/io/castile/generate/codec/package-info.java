/** Codecs of the messages of generated interfaces, as Java source beside the beans. */
@NullMarked
package io.castile.generate.codec;

import org.jspecify.annotations.NullMarked;
