package io.castile.cache;

/**
 * Finds the user in the canonical form of a WS-Security header (UsernameToken Profile 1.1, §3.1).
 */
final class SecurityUser {
  private final String text;
  private int at;
  private String element = "";
  private String user;
  private String password;
  private String passwordType = "#PasswordText";

  private SecurityUser(String canonical) {
    this.text = canonical;
  }

  /**
   * The user, with the password if that is there as text, as whoever has another one is somebody
   * else; null where no user is named.
   *
   * @param canonical as {@link CanonicalBody} makes it
   */
  static String of(String canonical) {
    SecurityUser found = new SecurityUser(canonical);
    found.read();
    if (found.user == null) {
      return null;
    }
    boolean isText = found.password != null && found.passwordType.endsWith("#PasswordText");
    return isText ? found.user + "\n" + found.password : found.user;
  }

  private void read() {
    while (at < text.length()) {
      char token = text.charAt(at++);
      String first = piece();
      switch (token) {
        case CanonicalBody.START -> element = second();
        case CanonicalBody.ATTRIBUTE -> {
          String name = second();
          String value = second();
          if (element.equals("Password") && name.equals("Type")) {
            passwordType = value;
          }
        }
        case CanonicalBody.TEXT -> {
          if (element.equals("Username")) {
            user = first;
          } else if (element.equals("Password")) {
            password = first;
          }
        }
        case CanonicalBody.END -> element = "";
        default -> {
          // What a prefix stands for.
        }
      }
    }
  }

  private String second() {
    at++;
    return piece();
  }

  /** The text up to the next token. */
  private String piece() {
    int from = at;
    while (at < text.length() && text.charAt(at) > CanonicalBody.BINDING) {
      at++;
    }
    return text.substring(from, at);
  }
}
