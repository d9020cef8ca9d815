/**
 * The UsernameToken profile and the Timestamp of WS-Security 1.1, as links of the chains of client
 * and server. Signatures and encryption are left to another implementation, which is attached by
 * {@link io.castile.soap.security.MessageSecurity}.
 */
@NullMarked
package io.castile.soap.security;

import org.jspecify.annotations.NullMarked;
