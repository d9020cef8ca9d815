package io.castile.bench.startup;

import io.castile.demo.portal.Portal;
import java.util.List;

/**
 * What the suite {@code startup} calls.
 *
 * @param url the address of the service
 * @param sei the name of its interface
 * @param operation the name of the method; what it takes, if anything, is made by a constructor
 *     without parameters
 * @param wsdl where the description is, for stacks that want it
 * @param namespace of the service and its port
 * @param service the local name
 * @param port the local name
 */
public record StartupTarget(
    String url,
    String sei,
    String operation,
    String wsdl,
    String namespace,
    String service,
    String port) {

  /** The demo's portal. */
  public static StartupTarget portal(String url) {
    return new StartupTarget(
        url,
        Portal.class.getName(),
        "getSimple",
        url + "?wsdl",
        Portal.NAMESPACE,
        "PortalService",
        "PortalPort");
  }

  /** The text that {@link #parse} reads. */
  List<String> arguments() {
    return List.of(url, sei, operation, wsdl, namespace, service, port);
  }

  static StartupTarget parse(List<String> arguments) {
    return new StartupTarget(
        arguments.get(0),
        arguments.get(1),
        arguments.get(2),
        arguments.get(3),
        arguments.get(4),
        arguments.get(5),
        arguments.get(6));
  }
}
