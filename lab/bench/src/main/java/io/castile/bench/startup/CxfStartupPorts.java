package io.castile.bench.startup;

import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/** Ports of Apache CXF. */
public final class CxfStartupPorts implements StartupPorts {
  @Override
  public <T> T port(Class<T> sei, StartupTarget target) {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(sei);
    factory.setAddress(target.url());
    return factory.create(sei);
  }
}
