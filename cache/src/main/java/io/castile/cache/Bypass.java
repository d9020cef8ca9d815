package io.castile.cache;

/** Why a call of a cached operation went past the cache, or its answer was not kept. */
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
  /** Something adds to the request what the cache does not see. */
  HIDDEN_PARTS("hiddenParts"),
  /** Services may read the request differently than the cache does. */
  AMBIGUOUS("ambiguous"),
  /** No key fits the arguments. */
  NO_KEY("noKey"),
  /** The store failed. */
  STORE_FAILED("storeFailed"),
  /** Another call asked the same and took too long. */
  WAITED_LONG("waitedLong"),
  /** Another call asked the same, and its answer is not to be shared. */
  NOT_SHARED("notShared"),
  /** The answer is a fault. */
  FAULT("fault"),
  /** The origin failed. */
  ORIGIN_FAILED("originFailed"),
  /** HTTP does not allow to keep the answer. */
  NOT_ALLOWED("notAllowed"),
  /** The answer is larger than the policy allows. */
  TOO_LARGE("tooLarge"),
  /** The store is full, and the question was never asked before. */
  ASKED_ONCE("askedOnce"),
  /** No representation fits the answer. */
  NO_REPRESENTATION("noRepresentation"),
  /** The answer was dropped while it was under way. */
  INVALIDATED("invalidated"),
  /** The request wants no answer but a kept one. */
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
