package io.castile.bench.encoded.message;

import io.castile.demo.portal.GoogleSearchResult;
import jakarta.xml.bind.annotation.XmlType;

/** {@code GoogleSearchResult} of Google's search service of 2002, which was rpc/encoded. */
@XmlType(name = "GoogleSearchResult", namespace = SearchResult.NAMESPACE)
public final class SearchResult {
  /** That of the service. */
  public static final String NAMESPACE = "urn:GoogleSearch";

  public boolean documentFiltering;
  public String searchComments;
  public int estimatedTotalResultsCount;
  public boolean estimateIsExact;
  public String searchQuery;
  public int startIndex;
  public int endIndex;
  public String searchTips;
  public double searchTime;
  private Hit[] resultElements;
  private Category[] directoryCategories;

  public SearchResult() {}

  /** The same reply as the portal's. */
  public SearchResult(GoogleSearchResult result) {
    documentFiltering = result.isDocumentFiltering();
    searchComments = result.getSearchComments();
    estimatedTotalResultsCount = result.getEstimatedTotalResultsCount();
    estimateIsExact = result.isEstimateIsExact();
    resultElements = result.getResultElements().stream().map(Hit::new).toArray(Hit[]::new);
    searchQuery = result.getSearchQuery();
    startIndex = result.getStartIndex();
    endIndex = result.getEndIndex();
    searchTips = result.getSearchTips();
    directoryCategories =
        result.getDirectoryCategories().stream().map(Category::new).toArray(Category[]::new);
    searchTime = result.getSearchTime();
  }

  /** Its hits: a property, as Axis 1.4 has no arrays of SOAP encoding for fields. */
  public Hit[] getResultElements() {
    return resultElements;
  }

  /** Sets the array itself. */
  public void setResultElements(Hit[] resultElements) {
    this.resultElements = resultElements;
  }

  /** What the hits are about; the array itself. */
  public Category[] getDirectoryCategories() {
    return directoryCategories;
  }

  /** Sets the array itself. */
  public void setDirectoryCategories(Category[] directoryCategories) {
    this.directoryCategories = directoryCategories;
  }
}
