package io.castile.wss4j;

import io.castile.soap.SoapException;
import io.castile.soap.SoapUsageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.security.MessageSecurity;
import io.castile.wss4j.internal.SecurityFiles;
import java.util.List;
import java.util.Map;

/**
 * WS-Security 1.1 by Apache WSS4J: X.509 signatures, encryption, username tokens, Timestamps, and
 * assertions of SAML, for the builders of clients and servers.
 *
 * <pre>{@code
 * Castile.client(Shop.class)
 *     .messageSecurity(
 *         Wss4jSecurity.of(
 *             Map.of(
 *                 "action", "Timestamp Signature Encrypt",
 *                 "ws-security.signature.properties", "client.properties",
 *                 "ws-security.signature.username", "client",
 *                 "ws-security.encryption.username", "server",
 *                 "ws-security.callback-handler", passwords)))
 * }</pre>
 *
 * <p>Immutable and thread-safe. One may serve several clients and servers; each remembers for
 * itself which messages it has received.
 */
public final class Wss4jSecurity implements MessageSecurity {
  static {
    SecurityFiles.ENVELOPES.readBy(Wss4jSecurity::envelopes);
  }

  private final SecuritySettings settings;

  private Wss4jSecurity(SecuritySettings settings) {
    this.settings = settings;
  }

  /**
   * Returns the security that properties describe: those of Apache CXF whose names begin with
   * {@code ws-security.}, and WSS4J's {@code action} and its companions; docs/client/ws-security.md
   * lists them. Without {@code action} the policies of the WSDL say what is done.
   *
   * @param properties text, or what a property is an instance of
   * @throws IllegalArgumentException if a property is not known, a value not as it must be, or a
   *     key store cannot be read; says which
   */
  public static Wss4jSecurity of(Map<?, ?> properties) {
    return new Wss4jSecurity(new SecuritySettings(properties));
  }

  @Override
  public Interceptor client(MessageSecurity.Port port) {
    Protections protections = protections(port);
    checkKeys(protections, true);
    return new ClientLink(settings, protections);
  }

  @Override
  public Interceptor server(MessageSecurity.Port port) {
    Protections protections = protections(port);
    checkKeys(protections, false);
    boolean knowsUsers =
        settings.has(SecuritySettings.CALLBACK_HANDLER)
            || settings.has(SecuritySettings.TOKEN_VALIDATOR);
    if (!knowsUsers && protections.requests(null).stream().anyMatch(each -> each.user() != null)) {
      throw missing("username tokens", SecuritySettings.CALLBACK_HANDLER);
    }
    boolean isAsserted = protections.requests(null).stream().anyMatch(Protection::assertion);
    if (isAsserted && !settings.has(SecuritySettings.ASSERTION_VALIDATOR)) {
      throw missing("assertions of SAML", SecuritySettings.ASSERTION_VALIDATOR);
    }
    return new ServerSecurityLink(settings, protections);
  }

  /** The security of a client that has envelopes: the actions say all that is done. */
  private SecuredEnvelopes envelopes() {
    if (!settings.has(SecuritySettings.ACTION)) {
      throw missing("security of envelopes", SecuritySettings.ACTION);
    }
    Protections protections = new Actions(settings);
    checkKeys(protections, true);
    return new SecuredEnvelopes(settings, protections);
  }

  /**
   * Checks the keys when a client is built or a server starts, so that no call finds them missing.
   */
  private void checkKeys(Protections protections, boolean sendsRequests) {
    List<Protection> requests = protections.requests(null);
    for (int i = 0; i < requests.size(); i++) {
      checkKeys(requests.get(i), sendsRequests);
      checkKeys(protections.response(null, i), !sendsRequests);
    }
  }

  private void checkKeys(Protection protection, boolean isSent) {
    Protection.Signing signing = protection.signing();
    Protection.Encrypting encrypting = protection.encrypting();
    boolean signs = signing != null && !signing.bySharedKey();
    boolean encrypts = encrypting != null && !encrypting.bySharedKey();
    boolean needsOwn = isSent ? signs : encrypts;
    boolean needsOthers = isSent ? encrypts : signs;
    if (needsOwn && settings.own() == null) {
      throw missing("the key that signs and decrypts", SecuritySettings.SIGNATURE + ".properties");
    }
    if (needsOthers && settings.others() == null) {
      throw missing("certificates of others", SecuritySettings.ENCRYPTION + ".properties");
    }
  }

  private static IllegalArgumentException missing(String what, String key) {
    return new IllegalArgumentException(
        "Cannot use " + what + " without the property " + key + ". Set it.");
  }

  private Protections protections(MessageSecurity.Port port) {
    Protections described = PolicyProtections.of(settings, port);
    boolean isSaid = settings.has(SecuritySettings.ACTION);
    if (isSaid == (described != null)) {
      throw new IllegalArgumentException(
          isSaid
              ? "Cannot use the property "
                  + SecuritySettings.ACTION
                  + ", because "
                  + port.place()
                  + " has policies of security. Remove one of them."
              : "Cannot secure messages, because "
                  + port.place()
                  + " has no policies of security. Set the property "
                  + SecuritySettings.ACTION
                  + ".");
    }
    return described == null ? new Actions(settings) : described;
  }

  /** Protects the requests of a client, and holds responses to what is expected. Thread-safe. */
  private static final class ClientLink extends SecurityLink {
    private final ResponseOpener opener;

    ClientLink(SecuritySettings settings, Protections protections) {
      super(settings, protections);
      this.opener = new ResponseOpener(reader);
    }

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      SoapRequest request = chain.request();
      OperationModel operation = Messages.operation(request);
      Exchange exchange = new Exchange();
      exchange.caller = request.credentials();
      Protection protection = protections.requests(operation.name()).get(0);
      if (request.credentials() != null && protection.user() == null) {
        throw new SoapUsageException(
            "Cannot send the call, because its user would not be sent. Add the action UsernameToken,"
                + " or a policy with such a token.");
      }
      SoapRequest sent = request;
      if (!protection.isNone()) {
        byte[] message = secured(request, protection, exchange);
        sent = request.newBuilder().message(message, operation, Map.of()).build();
      }
      SoapResponse response = chain.proceed(sent);
      Protection expected = protections.response(operation.name(), 0);
      return expected.isNone() || response.bytes().length == 0
          ? response
          : opened(response, expected, exchange);
    }

    private SoapResponse opened(SoapResponse response, Protection expected, Exchange exchange)
        throws SoapException {
      return response.withMessage(
          opener.opened(envelope(response), expected, exchange), true, Map.of());
    }
  }
}
