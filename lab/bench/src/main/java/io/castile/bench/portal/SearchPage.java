package io.castile.bench.portal;

import io.castile.bench.report.HtmlReport;
import io.castile.demo.portal.DirectoryCategory;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.ResultElement;
import java.util.List;

/** The HTML pages of the portal. Whatever comes from outside is escaped. */
final class SearchPage {
  /** The last characters of every page. */
  static final String END = "</body>\n</html>\n";

  private static final int TYPICAL_LENGTH = 8 << 10;

  private final StringBuilder html = new StringBuilder(TYPICAL_LENGTH);

  private SearchPage(String title) {
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>");
    text(title).append("</title>\n</head>\n<body>\n");
    html.append("<form action=\"search\"><input name=\"q\"/></form>\n");
  }

  /** The page of an answer to {@code query}. */
  static String of(String query, GoogleSearchResult result) {
    return new SearchPage("Search: " + query).answer(query, result).end();
  }

  /** A page that says only what is wrong. */
  static String ofError(String message) {
    SearchPage page = new SearchPage("Search");
    page.html.append("<p>");
    page.text(message).append("</p>\n");
    return page.end();
  }

  private String end() {
    return html.append(END).toString();
  }

  private SearchPage answer(String query, GoogleSearchResult result) {
    html.append("<p>Results ")
        .append(result.getStartIndex())
        .append(" to ")
        .append(result.getEndIndex())
        .append(" of about ")
        .append(result.getEstimatedTotalResultsCount())
        .append(" for <b>");
    text(query).append("</b>, ").append(result.getSearchTime()).append(" seconds</p>\n");
    categories(result.getDirectoryCategories());
    html.append("<ol>\n");
    result.getResultElements().forEach(this::hit);
    html.append("</ol>\n");
    return this;
  }

  private void categories(List<DirectoryCategory> categories) {
    for (DirectoryCategory category : categories) {
      html.append("<p>");
      text(category.getFullViewableName()).append("</p>\n");
    }
  }

  private void hit(ResultElement hit) {
    html.append("<li>");
    title(hit);
    html.append("<br/>");
    text(hit.getSnippet()).append("<br/><i>");
    text(hit.getSummary()).append("</i><br/><small>");
    text(hit.getUrl()).append(" - ");
    text(hit.getCachedSize()).append("</small></li>\n");
  }

  /** A link only where it leads to a page: a browser would run other schemes. */
  private void title(ResultElement hit) {
    String url = hit.getUrl();
    if (url != null && (url.startsWith("http://") || url.startsWith("https://"))) {
      html.append("<a href=\"");
      text(url).append("\">");
      text(hit.getTitle()).append("</a>");
    } else {
      text(hit.getTitle());
    }
  }

  private StringBuilder text(String text) {
    return html.append(text == null ? "" : HtmlReport.escape(text));
  }
}
