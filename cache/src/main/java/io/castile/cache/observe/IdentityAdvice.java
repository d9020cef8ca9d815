package io.castile.cache.observe;

/**
 * The findings about an identity that may separate callers or requests. Immutable.
 *
 * @param name as in {@link SeenIdentity}
 * @param values how many different ones; a value that is not there counts, too
 * @param compared how often callers that differ in it asked the same, one after the other
 * @param differed how often their responses differed then
 * @param matters whether answers seem to depend on it
 * @param isVolatile whether it is another one in nearly each call
 */
public record IdentityAdvice(
    String name, int values, int compared, int differed, boolean matters, boolean isVolatile) {
  /** Whether it is a header block, which need not identify the caller. */
  boolean isBlock() {
    return name.startsWith(SeenIdentity.SOAP_HEADER) && !name.endsWith("}Security");
  }

  /** Whether a policy can name it. */
  boolean hasWord() {
    return name.equals(SeenIdentity.USER)
        || name.startsWith(SeenIdentity.HTTP_HEADER)
        || isField()
        || isBlock();
  }

  /** Whether it is a header field that does not tell the caller. */
  boolean isField() {
    return name.startsWith(SeenIdentity.FIELD);
  }

  /** Whether it tells the caller, in a word of a policy. */
  boolean isCaller() {
    return hasWord() && !isBlock() && !isField();
  }

  /** Whether it can be left out of keys: a message id. */
  boolean isIgnored() {
    return isBlock() && isVolatile && !matters;
  }

  String simpleName() {
    return name.substring(name.indexOf(' ') + 1);
  }
}
