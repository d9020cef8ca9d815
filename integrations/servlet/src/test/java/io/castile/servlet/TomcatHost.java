package io.castile.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** Tomcat, with the servlet in a context of its own. */
final class TomcatHost extends ContainerHost {
  /**
   * @param filter before the servlet; null for none
   */
  TomcatHost(String contextPath, String mapping, Filter filter) {
    super(contextPath, mapping, filter);
  }

  @Override
  Running start(Servlet servlet) throws Exception {
    Path folder = Files.createTempDirectory("tomcat");
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    tomcat.setHostname("localhost");
    tomcat.setPort(0);
    Context context = tomcat.addContext(contextPath, folder.toString());
    Wrapper wrapper = Tomcat.addServlet(context, "soap", servlet);
    wrapper.setLoadOnStartup(1);
    parameters.forEach(wrapper::addInitParameter);
    context.addServletMappingDecoded(mapping, "soap");
    if (filter != null) {
      FilterDef definition = new FilterDef();
      definition.setFilterName("filter");
      definition.setFilter(filter);
      context.addFilterDef(definition);
      FilterMap everywhere = new FilterMap();
      everywhere.setFilterName("filter");
      everywhere.addURLPattern("/*");
      context.addFilterMap(everywhere);
    }
    tomcat.getConnector();
    tomcat.start();
    return running(
        tomcat.getConnector().getLocalPort(),
        () -> {
          tomcat.stop();
          tomcat.destroy();
        });
  }
}
