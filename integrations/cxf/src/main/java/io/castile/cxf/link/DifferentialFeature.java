package io.castile.cxf.link;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import org.apache.cxf.Bus;
import org.apache.cxf.feature.AbstractFeature;
import org.apache.cxf.interceptor.InterceptorProvider;

/**
 * Has clients and servers of CXF send messages as differences to those that the other end holds,
 * where that end has the differential link, too: CXF with this feature, Castile, or a gateway. All
 * else is as before. For a client, a server, or a bus and all that is on it.
 *
 * <pre>{@code
 * JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
 * factory.getFeatures().add(new DifferentialFeature());
 * }</pre>
 *
 * <p>Clients and servers that share a feature share what it keeps. Thread-safe.
 */
public class DifferentialFeature extends AbstractFeature {
  private final Differential link;

  /**
   * Makes a feature that keeps messages as {@link DifferentialOptions#DEFAULT} says, and has signed
   * requests of clients sent as differences, too ({@link
   * DifferentialOptions.Builder#signedRequests}).
   */
  public DifferentialFeature() {
    this(DifferentialOptions.builder().signedRequests(true).build());
  }

  /**
   * Makes a feature that keeps messages as the options say, in memory. Content codings that others
   * know, as {@code gzip}, are left to CXF, whatever the options say.
   *
   * @throws IllegalArgumentException if the options have shared bases and no secret
   * @throws IllegalStateException if the options want answers in a form whose artifact is not on
   *     the class path
   */
  public DifferentialFeature(DifferentialOptions options) {
    this.link = Differential.of(options.toBuilder().codings(false).build());
  }

  /** Returns the link, for its statistics. */
  public Differential getLink() {
    return link;
  }

  @Override
  protected void initializeProvider(InterceptorProvider provider, Bus bus) {
    provider.getOutInterceptors().add(new LinkOutInterceptor(new ClientLink(link)));
    provider.getInInterceptors().add(new LinkInInterceptor(new ServerLink(link)));
    provider.getOutFaultInterceptors().add(new LinkFaultInterceptor());
  }
}
