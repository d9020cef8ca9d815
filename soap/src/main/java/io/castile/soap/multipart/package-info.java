/**
 * Messages with parts: multipart/related is read and written, and parts are kept in memory or in
 * files. Knows of SOAP only how to refuse a message.
 */
@NullMarked
package io.castile.soap.multipart;

import org.jspecify.annotations.NullMarked;
