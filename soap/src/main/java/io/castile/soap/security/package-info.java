/**
 * Of WS-Security 1.1 the UsernameToken profile and the Timestamp, as links of the chains of client
 * and server. Signatures and encryption are another's, to whom {@link
 * io.castile.soap.security.MessageSecurity} is the way.
 */
@NullMarked
package io.castile.soap.security;

import org.jspecify.annotations.NullMarked;
