/** How binary data leaves a message, and which data beside a message is accepted. */
@NullMarked
package io.castile.soap.mime;

import org.jspecify.annotations.NullMarked;
