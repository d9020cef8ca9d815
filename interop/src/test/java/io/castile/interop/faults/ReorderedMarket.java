package io.castile.interop.faults;

import jakarta.jws.WebService;

/** The service in its third edition. */
@WebService(name = "Market", targetNamespace = Market.NAMESPACE)
public interface ReorderedMarket extends MarketOf<ReorderedLine> {}
