package io.castile.cache;

/**
 * The reason for which a call of a cached operation went past the cache, or its response was not
 * kept.
 */
public enum Bypass {
  /** The request has credentials of HTTP. */
  AUTHORIZATION("authorization"),
  /** The request has a cookie. */
  COOKIE("cookie"),
  /** The request may show a certificate. */
  CERTIFICATE("certificate"),
  /** The request has a Security header. */
  WS_SECURITY("wsSecurity"),
  /** The request has a header block that the policy does not name. */
  SOAP_HEADER("soapHeader"),
  /** The client adds parts to the request that the cache cannot see. */
  HIDDEN_PARTS("hiddenParts"),
  /** Services may read the request differently than the cache does. */
  AMBIGUOUS("ambiguous"),
  /** No key fits the arguments. */
  NO_KEY("noKey"),
  /** The store failed. */
  STORE_FAILED("storeFailed"),
  /** Another call sent the same request and took too long. */
  WAITED_LONG("waitedLong"),
  /** Another call sent the same request, and its response must not be shared. */
  NOT_SHARED("notShared"),
  /** The response is a fault. */
  FAULT("fault"),
  /** The origin failed. */
  ORIGIN_FAILED("originFailed"),
  /** HTTP forbids keeping the response. */
  NOT_ALLOWED("notAllowed"),
  /** The response is larger than the policy allows. */
  TOO_LARGE("tooLarge"),
  /** The store is full, and the request was never sent before. */
  ASKED_ONCE("askedOnce"),
  /** No representation fits the response. */
  NO_REPRESENTATION("noRepresentation"),
  /** The response was invalidated while it was under way. */
  INVALIDATED("invalidated"),
  /** The request accepts a kept response only. */
  ONLY_IF_CACHED("onlyIfCached");

  private final String word;

  Bypass(String word) {
    this.word = word;
  }

  /** Returns the name for machines. */
  public String word() {
    return word;
  }
}
