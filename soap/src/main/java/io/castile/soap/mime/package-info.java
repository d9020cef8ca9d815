/** Binary data of messages: how it is sent, and which data beside a message is accepted. */
@NullMarked
package io.castile.soap.mime;

import org.jspecify.annotations.NullMarked;
