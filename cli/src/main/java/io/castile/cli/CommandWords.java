package io.castile.cli;

/** The options of commands, where errors of the engine name methods of a client's builder. */
final class CommandWords {
  static final String USER = "--user NAME --password";
  static final String TRUST = "--trust FILE";
  static final String KEYS = "--keys FILE";
  static final String PROXY = "--proxy HOST:PORT";
  static final String TIMEOUT = "--timeout SECONDS";

  private CommandWords() {}

  /** Returns the text with options in place of methods. */
  static String of(String text) {
    return text.replace("trust(KeyStore) or tls(factory) of the client's HttpOptions", TRUST)
        .replace("keys(KeyStore, password) or tls(factory) of the client's HttpOptions", KEYS)
        .replace("basicAuth(user, password), or by header(\"Authorization\", …)", USER)
        .replace("Give credentials by basicAuth or as a header", "Give credentials by " + USER)
        .replace("proxy(host, port, user, password)", "--proxy USER:PASSWORD@HOST:PORT");
  }
}
