package io.castile.axis2;

/** Requests to {@link Quotes}, as clients write them. */
final class Messages {
  static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
  static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";
  static final String NAMESPACE = "http://axis2.castile.io";

  private Messages() {}

  static String envelope(String version, String header, String body) {
    return "<e:Envelope xmlns:e='"
        + version
        + "'><e:Header>"
        + header
        + "</e:Header><e:Body>"
        + body
        + "</e:Body></e:Envelope>";
  }

  static String getPrice(String symbol) {
    return envelope(SOAP11, "", priceOf(symbol));
  }

  static String priceOf(String symbol) {
    return "<q:getPrice xmlns:q='"
        + NAMESPACE
        + "'><q:symbol>"
        + symbol
        + "</q:symbol></q:getPrice>";
  }

  static String setPrice(String symbol, double price) {
    return envelope(SOAP11, "", changeOf(symbol, price));
  }

  static String changeOf(String symbol, double price) {
    return "<q:setPrice xmlns:q='"
        + NAMESPACE
        + "'><q:symbol>"
        + symbol
        + "</q:symbol><q:price>"
        + price
        + "</q:price></q:setPrice>";
  }
}
