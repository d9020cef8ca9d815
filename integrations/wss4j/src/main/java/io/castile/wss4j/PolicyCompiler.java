package io.castile.wss4j;

import io.castile.soap.security.MessageSecurity;
import io.castile.wss4j.Protection.Encrypting;
import io.castile.wss4j.Protection.Signing;
import io.castile.wss4j.Protection.User;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.neethi.Assertion;
import org.apache.neethi.PolicyContainingAssertion;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.policy.SPConstants.IncludeTokenType;
import org.apache.wss4j.policy.model.AbstractBinding;
import org.apache.wss4j.policy.model.AbstractSymmetricAsymmetricBinding;
import org.apache.wss4j.policy.model.AbstractToken;
import org.apache.wss4j.policy.model.AlgorithmSuite.AlgorithmSuiteType;
import org.apache.wss4j.policy.model.AsymmetricBinding;
import org.apache.wss4j.policy.model.EncryptedParts;
import org.apache.wss4j.policy.model.Header;
import org.apache.wss4j.policy.model.HttpsToken;
import org.apache.wss4j.policy.model.SamlToken;
import org.apache.wss4j.policy.model.SignedParts;
import org.apache.wss4j.policy.model.SupportingTokens;
import org.apache.wss4j.policy.model.SymmetricBinding;
import org.apache.wss4j.policy.model.TransportBinding;
import org.apache.wss4j.policy.model.UsernameToken;
import org.apache.wss4j.policy.model.X509Token;
import org.jspecify.annotations.Nullable;

/**
 * Makes of an alternative of a policy what its messages are to have (WS-SecurityPolicy 1.1 to 1.3).
 * What is not done is refused by the name of its assertion: it would be sent in clear, or let in.
 */
final class PolicyCompiler {
  private static final Set<String> SECURITY =
      Set.of(
          "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702",
          "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802",
          "http://schemas.xmlsoap.org/ws/2005/07/securitypolicy");

  /** Say how tokens may be referred to, or what a service of tokens does. */
  private static final Set<String> MEANS = Set.of("Wss10", "Wss11", "Trust10", "Trust13");

  /** The assertions that may stand at any place inside of other ones. */
  private static final Set<String> INNER =
      Set.of(
          "TransportToken",
          "HttpsToken",
          "RequireClientCertificate",
          "InitiatorToken",
          "RecipientToken",
          "ProtectionToken",
          "X509Token",
          "WssX509V3Token10",
          "WssX509V3Token11",
          "RequireThumbprintReference",
          "RequireIssuerSerialReference",
          "RequireKeyIdentifierReference",
          "AlgorithmSuite",
          "Basic128",
          "Basic192",
          "Basic256",
          "Basic128Sha256",
          "Basic192Sha256",
          "Basic256Sha256",
          "Layout",
          "Strict",
          "Lax",
          "IncludeTimestamp",
          "OnlySignEntireHeadersAndBody",
          "SignBeforeEncrypting",
          "EncryptBeforeSigning",
          "EncryptSignature",
          "UsernameToken",
          "WssUsernameToken10",
          "WssUsernameToken11",
          "HashPassword",
          "Created",
          "Nonce",
          "SamlToken",
          "WssSamlV11Token10",
          "WssSamlV11Token11",
          "WssSamlV20Token11",
          "MustSupportRefKeyIdentifier",
          "MustSupportRefIssuerSerial",
          "MustSupportRefExternalURI",
          "MustSupportRefEmbeddedToken",
          "MustSupportRefThumbprint",
          "MustSupportRefEncryptedKey");

  private final SecuritySettings settings;
  private final MessageSecurity.Port port;

  PolicyCompiler(SecuritySettings settings, MessageSecurity.Port port) {
    this.settings = settings;
    this.port = port;
  }

  /** Whether there is anything about security in an alternative. */
  static boolean isSecured(List<Assertion> alternative) {
    return alternative.stream().anyMatch(PolicyCompiler::isOfSecurity);
  }

  private static boolean isOfSecurity(Assertion assertion) {
    return SECURITY.contains(assertion.getName().getNamespaceURI());
  }

  /**
   * @param isRequest whether the message is one, or else a response
   * @throws IllegalArgumentException if the alternative has an assertion that is not done; names it
   */
  Protection protection(List<Assertion> alternative, boolean isRequest) {
    Run run = new Run(isRequest);
    alternative.stream().filter(PolicyCompiler::isOfSecurity).forEach(run::take);
    return run.protection();
  }

  private static IllegalArgumentException refused(QName assertion, String why) {
    return new IllegalArgumentException(
        "the policy assertion " + assertion + ", which cannot be met: " + why);
  }

  /** One message. */
  private final class Run {
    private final boolean isRequest;
    private @Nullable AbstractBinding binding;
    private @Nullable SignedParts signed;
    private @Nullable EncryptedParts encrypted;
    private @Nullable User user;
    private boolean isTokenSecured; // by the binding
    private @Nullable QName supporting;
    private boolean assertion;

    Run(boolean isRequest) {
      this.isRequest = isRequest;
    }

    void take(Assertion assertion) {
      QName name = assertion.getName();
      boolean isMeans = MEANS.contains(name.getLocalPart());
      checkInner(assertion, name.getLocalPart().startsWith("Trust"));
      if (assertion instanceof AbstractBinding found) {
        binding = single(binding, found, name);
      } else if (assertion instanceof SignedParts found) {
        signed = single(signed, found, name);
        if (found.getAttachments() != null) {
          throw refused(name, "attachments are not signed");
        }
      } else if (assertion instanceof EncryptedParts found) {
        encrypted = single(encrypted, found, name);
        if (found.getAttachments() != null || !found.getHeaders().isEmpty()) {
          throw refused(name, "nothing is encrypted but the Body");
        }
      } else if (assertion instanceof SupportingTokens found) {
        takeTokens(found, name);
      } else if (!isMeans) {
        throw refused(name, "it is not supported");
      }
    }

    private <T> T single(@Nullable T known, T found, QName name) {
      if (known != null) {
        throw refused(name, "it is there more than once");
      }
      return found;
    }

    /** Models of assertions pass over what they do not know. */
    private void checkInner(Assertion assertion, boolean isTrust) {
      if (isTrust || !(assertion instanceof PolicyContainingAssertion outer)) {
        return;
      }
      Iterator<List<Assertion>> alternatives = outer.getPolicy().getAlternatives();
      while (alternatives.hasNext()) {
        for (Assertion inner : alternatives.next()) {
          if (!INNER.contains(inner.getName().getLocalPart())) {
            throw refused(inner.getName(), "it is not supported");
          }
          checkInner(inner, false);
        }
      }
    }

    private void takeTokens(SupportingTokens tokens, QName name) {
      boolean isSigned = name.getLocalPart().startsWith("Signed");
      boolean isEncrypted = name.getLocalPart().contains("Encrypted");
      if (name.getLocalPart().contains("Endorsing")
          || tokens.getSignedParts() != null
          || tokens.getEncryptedParts() != null) {
        throw refused(name, "it is not supported");
      }
      for (AbstractToken token : tokens.getTokens()) {
        if (token instanceof UsernameToken found && user == null) {
          boolean isDigest = found.getPasswordType() == UsernameToken.PasswordType.HashPassword;
          user = new User(isDigest ? WSConstants.PASSWORD_DIGEST : null, isSigned, isEncrypted);
        } else if (token instanceof SamlToken && !assertion) {
          assertion = true;
          isTokenSecured = isSigned || isEncrypted;
        } else {
          throw refused(token.getName(), "it is not supported there, or more than once");
        }
        supporting = name;
      }
    }

    Protection protection() {
      if (binding instanceof TransportBinding transport) {
        checkTransport(transport);
      }
      if (!(binding instanceof AbstractSymmetricAsymmetricBinding bound)) {
        return transported();
      }
      if (isTokenSecured && supporting != null) {
        throw refused(supporting, "assertions of SAML are neither signed nor encrypted");
      }
      boolean isShared = bound instanceof SymmetricBinding;
      X509Token sender = token(bound, isRequest);
      X509Token receiver = token(bound, !isRequest);
      boolean signs = bound.isIncludeTimestamp() || signed != null || (isRequest && isSigned(user));
      boolean encrypts = encrypted != null || (isRequest && isEncrypted(user));
      Signing signing =
          signs
              ? new Signing(
                  signed != null && signed.isBody(),
                  Set.of(),
                  headers(signed),
                  signed != null && signed.isSignAllHeaders(),
                  Set.of(),
                  isShared,
                  reference(sender, isIncluded(sender)))
              : null;
      Encrypting encrypting =
          encrypts
              ? new Encrypting(
                  encrypted != null && encrypted.isBody(),
                  bound.isEncryptSignature() && signs,
                  isShared,
                  reference(receiver, false))
              : null;
      boolean encryptsFirst =
          bound.getProtectionOrder()
              == AbstractSymmetricAsymmetricBinding.ProtectionOrder.EncryptBeforeSigning;
      if (encryptsFirst && (bound.isEncryptSignature() || isEncrypted(user))) {
        throw refused(
            bound.getName(),
            "EncryptBeforeSigning goes together with neither of EncryptSignature,"
                + " and tokens that are encrypted");
      }
      return new Protection(
          bound.isIncludeTimestamp(),
          isRequest ? user : null,
          isRequest && assertion,
          signing,
          encrypting,
          encryptsFirst,
          algorithms(bound, isShared));
    }

    private boolean isSigned(@Nullable User token) {
      return token != null && token.isSigned();
    }

    private boolean isEncrypted(@Nullable User token) {
      return token != null && token.isEncrypted();
    }

    // ---- what TLS does ----

    private void checkTransport(TransportBinding transport) {
      if (!port.isOverTls()) {
        throw refused(transport.getName(), "messages do not go over TLS");
      }
      boolean asksForCertificate =
          transport.getTransportToken() != null
              && transport.getTransportToken().getToken() instanceof HttpsToken token
              && token.getAuthenticationType()
                  == HttpsToken.AuthenticationType.RequireClientCertificate;
      if (asksForCertificate && !port.hasClientCertificate()) {
        throw refused(transport.getName(), "a client certificate is required");
      }
    }

    private Protection transported() {
      QName unmet = signed != null ? signed.getName() : null;
      unmet = encrypted != null ? encrypted.getName() : unmet;
      boolean isSecured = isTokenSecured || isSigned(user) || isEncrypted(user);
      unmet = isSecured ? supporting : unmet;
      if (unmet != null && !port.isOverTls()) {
        throw refused(unmet, "there is no binding for it, and messages do not go over TLS");
      }
      User plain = user == null ? null : new User(user.passwordType(), false, false);
      return new Protection(
          binding != null && binding.isIncludeTimestamp(),
          isRequest ? plain : null,
          isRequest && assertion,
          null,
          null,
          false,
          Algorithms.of(settings, false));
    }

    // ---- tokens and algorithms ----

    private X509Token token(AbstractSymmetricAsymmetricBinding bound, boolean isInitiator) {
      AbstractToken token = null;
      if (bound instanceof AsymmetricBinding asymmetric) {
        boolean isThere =
            asymmetric.getInitiatorToken() != null && asymmetric.getRecipientToken() != null;
        if (isThere) {
          token =
              isInitiator
                  ? asymmetric.getInitiatorToken().getToken()
                  : asymmetric.getRecipientToken().getToken();
        }
      } else if (bound instanceof SymmetricBinding symmetric
          && symmetric.getProtectionToken() != null) {
        token = symmetric.getProtectionToken().getToken();
      }
      if (!(token instanceof X509Token x509)) {
        throw refused(
            token == null ? bound.getName() : token.getName(), "its tokens have to be of X.509");
      }
      return x509;
    }

    /** Whether the message has the certificate itself. */
    private boolean isIncluded(X509Token token) {
      IncludeTokenType said = token.getIncludeTokenType();
      return said == null
          || said == IncludeTokenType.INCLUDE_TOKEN_ALWAYS
          || said == IncludeTokenType.INCLUDE_TOKEN_ONCE
          || said
              == (isRequest
                  ? IncludeTokenType.INCLUDE_TOKEN_ALWAYS_TO_RECIPIENT
                  : IncludeTokenType.INCLUDE_TOKEN_ALWAYS_TO_INITIATOR);
    }

    private int reference(X509Token token, boolean isIncluded) {
      if (isIncluded) {
        return WSConstants.BST_DIRECT_REFERENCE;
      }
      if (token.isRequireThumbprintReference()) {
        return WSConstants.THUMBPRINT_IDENTIFIER;
      }
      return token.isRequireKeyIdentifierReference()
          ? WSConstants.SKI_KEY_IDENTIFIER
          : WSConstants.ISSUER_SERIAL;
    }

    private Set<QName> headers(@Nullable SignedParts parts) {
      Set<QName> headers = new HashSet<>();
      if (parts != null) {
        for (Header header : parts.getHeaders()) {
          String name = header.getName() == null ? "*" : header.getName();
          headers.add(new QName(header.getNamespace(), name));
        }
      }
      return headers;
    }

    /** The algorithms of the suite, which has signatures by SHA-1 unless a property has others. */
    private Algorithms algorithms(AbstractBinding bound, boolean isShared) {
      if (bound.getAlgorithmSuite() == null
          || bound.getAlgorithmSuite().getAlgorithmSuiteType() == null) {
        throw refused(bound.getName(), "it has no AlgorithmSuite");
      }
      AlgorithmSuiteType suite = bound.getAlgorithmSuite().getAlgorithmSuiteType();
      return Algorithms.ofPolicy(
          isShared
              ? settings.text(SecuritySettings.SYMMETRIC_SIGNATURE, suite.getSymmetricSignature())
              : settings.text(
                  SecuritySettings.ASYMMETRIC_SIGNATURE, suite.getAsymmetricSignature()),
          suite.getDigest(),
          suite.getEncryption(),
          suite.getAsymmetricKeyWrap());
    }
  }
}
