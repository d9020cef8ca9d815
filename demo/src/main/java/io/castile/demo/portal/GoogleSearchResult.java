package io.castile.demo.portal;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The reply of the search service: the hits, and what is to be said about them. Can be serialized
 * and cloned, as in the response caching paper.
 */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
    propOrder = {
      "documentFiltering",
      "searchComments",
      "estimatedTotalResultsCount",
      "estimateIsExact",
      "resultElements",
      "searchQuery",
      "startIndex",
      "endIndex",
      "searchTips",
      "directoryCategories",
      "searchTime"
    })
public class GoogleSearchResult implements Serializable, Cloneable {
  private static final long serialVersionUID = 1L;

  private boolean documentFiltering;

  private String searchComments;

  private int estimatedTotalResultsCount;

  private boolean estimateIsExact;

  private List<ResultElement> resultElements;

  private String searchQuery;

  private int startIndex;

  private int endIndex;

  private String searchTips;

  private List<DirectoryCategory> directoryCategories;

  private double searchTime;

  /** Returns a deep copy. */
  @Override
  public GoogleSearchResult clone() {
    try {
      GoogleSearchResult copy = (GoogleSearchResult) super.clone();
      copy.resultElements = copied(resultElements, ResultElement::clone);
      copy.directoryCategories = copied(directoryCategories, DirectoryCategory::clone);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("a Cloneable", e);
    }
  }

  private static <T> List<T> copied(List<T> items, UnaryOperator<T> copier) {
    if (items == null) {
      return null;
    }
    List<T> copy = new ArrayList<>(items.size());
    for (T item : items) {
      copy.add(item == null ? null : copier.apply(item));
    }
    return copy;
  }

  /** Returns whether hits were left out. */
  public boolean isDocumentFiltering() {
    return documentFiltering;
  }

  /** Sets whether hits were left out. */
  public void setDocumentFiltering(boolean documentFiltering) {
    this.documentFiltering = documentFiltering;
  }

  /** Returns a remark for the user. */
  public String getSearchComments() {
    return searchComments;
  }

  /** Sets a remark for the user. */
  public void setSearchComments(String searchComments) {
    this.searchComments = searchComments;
  }

  /** Returns about how many pages match. */
  public int getEstimatedTotalResultsCount() {
    return estimatedTotalResultsCount;
  }

  /** Sets about how many pages match. */
  public void setEstimatedTotalResultsCount(int estimatedTotalResultsCount) {
    this.estimatedTotalResultsCount = estimatedTotalResultsCount;
  }

  /** Returns whether that number is exact. */
  public boolean isEstimateIsExact() {
    return estimateIsExact;
  }

  /** Sets whether that number is exact. */
  public void setEstimateIsExact(boolean estimateIsExact) {
    this.estimateIsExact = estimateIsExact;
  }

  /** Returns the hits: the live list. */
  public List<ResultElement> getResultElements() {
    if (resultElements == null) {
      resultElements = new ArrayList<>();
    }
    return resultElements;
  }

  /** Returns the query. */
  public String getSearchQuery() {
    return searchQuery;
  }

  /** Sets the query. */
  public void setSearchQuery(String searchQuery) {
    this.searchQuery = searchQuery;
  }

  /** Returns the number of the first hit, from 1. */
  public int getStartIndex() {
    return startIndex;
  }

  /** Sets the number of the first hit, from 1. */
  public void setStartIndex(int startIndex) {
    this.startIndex = startIndex;
  }

  /** Returns the number of the last hit. */
  public int getEndIndex() {
    return endIndex;
  }

  /** Sets the number of the last hit. */
  public void setEndIndex(int endIndex) {
    this.endIndex = endIndex;
  }

  /** Returns a hint for better queries. */
  public String getSearchTips() {
    return searchTips;
  }

  /** Sets a hint for better queries. */
  public void setSearchTips(String searchTips) {
    this.searchTips = searchTips;
  }

  /** Returns the categories of the query: the live list. */
  public List<DirectoryCategory> getDirectoryCategories() {
    if (directoryCategories == null) {
      directoryCategories = new ArrayList<>();
    }
    return directoryCategories;
  }

  /** Returns the time the search took, in seconds. */
  public double getSearchTime() {
    return searchTime;
  }

  /** Sets the time the search took, in seconds. */
  public void setSearchTime(double searchTime) {
    this.searchTime = searchTime;
  }
}
