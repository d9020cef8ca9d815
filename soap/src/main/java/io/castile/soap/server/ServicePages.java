package io.castile.soap.server;

import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Plain pages for people: what is served, and where its description is. Thread-safe. */
final class ServicePages {
  /** Stands before the paths of links until a page is asked for; no name has such a character. */
  private static final String MOUNT = "\uFFFF";

  private final String list;
  private final Map<String, String> pages = new TreeMap<>();

  /**
   * @param endpoints by path
   */
  ServicePages(Map<String, ServiceEndpoint> endpoints) {
    StringBuilder body = new StringBuilder("<h1>Services</h1>\n<ul>\n");
    endpoints.forEach(
        (path, endpoint) -> {
          body.append("<li>").append(link(path, path)).append(": ");
          body.append(escaped(endpoint.model().serviceName().getLocalPart())).append("</li>\n");
          pages.put(path, page(path, endpoint.model()));
        });
    this.list = document("Services", body.append("</ul>\n").toString());
  }

  /**
   * The page of the service at that path; where there is none, the list of all.
   *
   * @param mountPath what stands before all paths in addresses
   */
  byte[] page(String path, String mountPath) {
    return pages
        .getOrDefault(path, list)
        .replace(MOUNT, escaped(mountPath))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String page(String path, ServiceModel model) {
    String name = model.serviceName().getLocalPart();
    StringBuilder body = new StringBuilder("<h1>" + escaped(name) + "</h1>\n<p>Namespace ");
    body.append(escaped(model.serviceName().getNamespaceURI())).append(", SOAP ");
    body.append(model.version() == SoapVersion.SOAP_1_1 ? "1.1" : "1.2").append(". ");
    body.append(link(path + "?wsdl", "WSDL")).append("</p>\n<h2>Operations</h2>\n<ul>\n");
    for (OperationModel operation : model.operations()) {
      body.append("<li>").append(escaped(operation.name().getLocalPart()));
      body.append(operation.oneWay() ? " (one-way)" : "").append("</li>\n");
    }
    return document(name, body.append("</ul>\n").toString());
  }

  private static String link(String target, String text) {
    return "<a href=\"" + MOUNT + escaped(target) + "\">" + escaped(text) + "</a>";
  }

  private static String document(String title, String body) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>"
        + escaped(title)
        + "</title></head>\n<body>\n"
        + body
        + "</body>\n</html>\n";
  }

  /** A text as it may stand between tags, and between quotation marks in them. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
