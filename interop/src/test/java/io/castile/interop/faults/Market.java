package io.castile.interop.faults;

import jakarta.jws.WebService;

/** The service as its clients know it, and as it is in the first two editions. */
@WebService(name = "Market", targetNamespace = Market.NAMESPACE)
public interface Market extends MarketOf<Line> {
  String NAMESPACE = "urn:castile:market";
}
