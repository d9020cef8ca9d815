/**
 * The interceptors of the UsernameToken profile and the Timestamp, and the Security header that
 * they read and write.
 */
@NullMarked
package io.castile.soap.security.internal;

import org.jspecify.annotations.NullMarked;
