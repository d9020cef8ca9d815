package io.castile.soap.http.message;

/** Text from a peer or an application as error messages show it: short, and without secrets. */
public final class ErrorText {
  private static final int MAX_CHARACTERS = 200;

  private ErrorText() {}

  /** Returns the text, cut to a length that suits an error message. */
  public static String shortened(String found) {
    return found.length() <= MAX_CHARACTERS ? found : found.substring(0, MAX_CHARACTERS) + "…";
  }

  /** Returns an endpoint without its query, which may hold secrets. */
  public static String address(String endpoint) {
    int query = endpoint.indexOf('?');
    return query < 0 ? endpoint : endpoint.substring(0, query);
  }
}
