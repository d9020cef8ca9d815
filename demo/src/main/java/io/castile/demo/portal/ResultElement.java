package io.castile.demo.portal;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;

/** One hit of a search. Can be serialized and cloned, as in the response caching paper. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    propOrder = {
      "summary",
      "url",
      "snippet",
      "title",
      "cachedSize",
      "relatedInformationPresent",
      "hostName",
      "directoryCategory",
      "directoryTitle"
    })
public class ResultElement implements Serializable, Cloneable {
  private static final long serialVersionUID = 1L;

  private String summary;

  @XmlElement(name = "URL")
  private String url;

  private String snippet;

  private String title;

  private String cachedSize;

  private boolean relatedInformationPresent;

  private String hostName;

  private DirectoryCategory directoryCategory;

  private String directoryTitle;

  /** Returns a deep copy. */
  @Override
  public ResultElement clone() {
    try {
      ResultElement copy = (ResultElement) super.clone();
      copy.directoryCategory = directoryCategory == null ? null : directoryCategory.clone();
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("a Cloneable", e);
    }
  }

  /** Returns what the directory says of the page. */
  public String getSummary() {
    return summary;
  }

  /** Sets what the directory says of the page. */
  public void setSummary(String summary) {
    this.summary = summary;
  }

  /** Returns the address of the page. */
  public String getUrl() {
    return url;
  }

  /** Sets the address of the page. */
  public void setUrl(String url) {
    this.url = url;
  }

  /** Returns the words found, in their context, as HTML. */
  public String getSnippet() {
    return snippet;
  }

  /** Sets the words found, in their context, as HTML. */
  public void setSnippet(String snippet) {
    this.snippet = snippet;
  }

  /** Returns the title of the page, as HTML. */
  public String getTitle() {
    return title;
  }

  /** Sets the title of the page, as HTML. */
  public void setTitle(String title) {
    this.title = title;
  }

  /** Returns the size of the cached page, as text with a unit. */
  public String getCachedSize() {
    return cachedSize;
  }

  /** Sets the size of the cached page, as text with a unit. */
  public void setCachedSize(String cachedSize) {
    this.cachedSize = cachedSize;
  }

  /** Returns whether related pages are known. */
  public boolean isRelatedInformationPresent() {
    return relatedInformationPresent;
  }

  /** Sets whether related pages are known. */
  public void setRelatedInformationPresent(boolean relatedInformationPresent) {
    this.relatedInformationPresent = relatedInformationPresent;
  }

  /** Returns the host, if a second hit comes from it. */
  public String getHostName() {
    return hostName;
  }

  /** Sets the host, if a second hit comes from it. */
  public void setHostName(String hostName) {
    this.hostName = hostName;
  }

  /** Returns the category of the page in the directory. */
  public DirectoryCategory getDirectoryCategory() {
    return directoryCategory;
  }

  /** Sets the category of the page in the directory. */
  public void setDirectoryCategory(DirectoryCategory directoryCategory) {
    this.directoryCategory = directoryCategory;
  }

  /** Returns the title of the page in the directory. */
  public String getDirectoryTitle() {
    return directoryTitle;
  }

  /** Sets the title of the page in the directory. */
  public void setDirectoryTitle(String directoryTitle) {
    this.directoryTitle = directoryTitle;
  }
}
