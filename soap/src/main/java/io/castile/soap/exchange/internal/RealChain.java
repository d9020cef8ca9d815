package io.castile.soap.exchange.internal;

import io.castile.soap.SoapException;
import io.castile.soap.SoapUsageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import java.util.List;
import java.util.Objects;

/** The chain at one link: everything before {@code index} is done. Owned by one call. */
public final class RealChain implements Chain {
  private final List<Interceptor> links;
  private final int index;
  private final SoapRequest request;

  /** Set when the link that was given this chain has returned. */
  private volatile boolean closed;

  private RealChain(List<Interceptor> links, int index, SoapRequest request) {
    this.links = links;
    this.index = index;
    this.request = Objects.requireNonNull(request, "request");
  }

  /** Runs the links in their order; the last one responds without proceeding. */
  public static SoapResponse run(List<Interceptor> links, SoapRequest request)
      throws SoapException {
    return call(links, 0, request);
  }

  private static SoapResponse call(List<Interceptor> links, int index, SoapRequest request)
      throws SoapException {
    Interceptor link = links.get(index);
    if (link.needsBytes()) {
      request.exchange().needBytes();
    }
    RealChain chain = new RealChain(links, index + 1, request);
    SoapResponse response;
    try {
      response = link.intercept(chain);
    } finally {
      chain.closed = true;
    }
    if (response == null) {
      throw new SoapUsageException(
          "Cannot continue the call, because interceptor " + link + " returned null.");
    }
    return response;
  }

  @Override
  public Chain detached() {
    return new RealChain(links, index, request);
  }

  @Override
  public boolean needsBytes() {
    for (int i = index; i < links.size(); i++) {
      if (links.get(i).needsBytes()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public SoapRequest request() {
    return request;
  }

  @Override
  public SoapResponse proceed(SoapRequest request) throws SoapException {
    Interceptor owner = links.get(index - 1);
    if (request == null) {
      throw new SoapUsageException(
          "Cannot proceed with a null request, in interceptor " + owner + ".");
    }
    if (closed) {
      throw new SoapUsageException(
          "Cannot proceed, because interceptor "
              + owner
              + " has returned. Call proceed() before it returns.");
    }
    if (index == links.size()) {
      throw new SoapUsageException(
          "Cannot proceed, because interceptor " + owner + " is the last of its chain.");
    }
    return call(links, index, request);
  }
}
