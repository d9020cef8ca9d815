package io.castile.wss4j;

import java.io.IOException;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.UnsupportedCallbackException;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.jspecify.annotations.Nullable;

/** The passwords of users and keys: of the settings, else of the application's handler. */
final class Passwords {
  private final SecuritySettings settings;
  private final @Nullable CallbackHandler handler;

  Passwords(SecuritySettings settings) {
    this.settings = settings;
    this.handler = settings.handler();
  }

  /**
   * The password of the key that signs.
   *
   * @throws IllegalStateException if nothing knows it
   */
  String ofKey(String alias) {
    String known = settings.text(SecuritySettings.SIGNATURE_PASSWORD);
    return known == null ? asked(alias, WSPasswordCallback.SIGNATURE) : known;
  }

  /**
   * The password of a user that this end is.
   *
   * @throws IllegalStateException if nothing knows it
   */
  String ofUser(String user) {
    String known = settings.text(SecuritySettings.PASSWORD);
    return known == null ? asked(user, WSPasswordCallback.USERNAME_TOKEN) : known;
  }

  private String asked(String name, int usage) {
    WSPasswordCallback callback = new WSPasswordCallback(name, usage);
    try {
      if (handler != null) {
        handler.handle(new Callback[] {callback});
      }
    } catch (IOException | UnsupportedCallbackException e) {
      throw new IllegalStateException(
          "Cannot get the password of '" + name + "' from the callback handler: " + e.getMessage(),
          e);
    }
    if (callback.getPassword() == null) {
      throw new IllegalStateException(
          "Cannot use '"
              + name
              + "', because the callback handler ("
              + SecuritySettings.CALLBACK_HANDLER
              + ") returns no password for it.");
    }
    return callback.getPassword();
  }

  /**
   * Returns the passwords for a received message: those of its users, of the key that decrypts, and
   * the key of the exchange.
   */
  CallbackHandler during(Exchange exchange) {
    return callbacks -> {
      for (Callback callback : callbacks) {
        if (callback instanceof WSPasswordCallback asked) {
          answer(asked, exchange);
        } else {
          throw new UnsupportedCallbackException(callback);
        }
      }
    };
  }

  private void answer(WSPasswordCallback asked, Exchange exchange)
      throws IOException, UnsupportedCallbackException {
    if (asked.getUsage() == WSPasswordCallback.SECRET_KEY) {
      Exchange.SharedKey shared = exchange.sharedKey;
      if (shared != null && shared.sha1().equals(asked.getIdentifier())) {
        asked.setKey(shared.secret());
      }
      return;
    }
    String ofKey = settings.text(SecuritySettings.SIGNATURE_PASSWORD);
    if (asked.getUsage() == WSPasswordCallback.DECRYPT && ofKey != null) {
      asked.setPassword(ofKey);
    } else if (handler != null) {
      handler.handle(new Callback[] {asked});
    }
  }
}
