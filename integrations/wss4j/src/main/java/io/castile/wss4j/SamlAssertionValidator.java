package io.castile.wss4j;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Decides whether an assertion of SAML (SAML Token Profile 1.1) is accepted: nothing of it has been
 * checked before but that it is the one in the message, not its signature, conditions or subject.
 * Called by many threads at once.
 */
@FunctionalInterface
public interface SamlAssertionValidator {
  /**
   * Checks an assertion.
   *
   * @param assertion as it came; not to be changed
   * @param signer whose certificate has signed the message; null if no certificate has
   * @return the subject, as the principal of the request; null for an assertion that is accepted
   *     and names no subject
   * @throws SecurityException if it is refused; what it says stays in the log
   */
  @Nullable Principal validate(Element assertion, @Nullable Principal signer);
}
