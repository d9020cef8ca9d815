package io.castile.bench.encoded.message;

import io.castile.demo.portal.ResultElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;

/** {@code ResultElement} of Google's search service of 2002. */
@XmlType(name = "ResultElement", namespace = SearchResult.NAMESPACE)
public final class Hit {
  public String summary;

  /** Named as the service names it, which Axis 1.4 wants. */
  @SuppressWarnings("MemberName")
  @XmlElement(name = "URL")
  public String URL;

  public String snippet;
  public String title;
  public String cachedSize;
  public boolean relatedInformationPresent;
  public String hostName;
  public Category directoryCategory;
  public String directoryTitle;

  public Hit() {}

  Hit(ResultElement hit) {
    summary = hit.getSummary();
    URL = hit.getUrl();
    snippet = hit.getSnippet();
    title = hit.getTitle();
    cachedSize = hit.getCachedSize();
    relatedInformationPresent = hit.isRelatedInformationPresent();
    hostName = hit.getHostName();
    directoryCategory = new Category(hit.getDirectoryCategory());
    directoryTitle = hit.getDirectoryTitle();
  }
}
