package io.castile.bench.portal;

import io.castile.bench.data.Google;
import io.castile.demo.portal.GoogleSearchResult;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The portal's one page: asks the search service for {@code q} and shows the answer; 400 without a
 * query, and 502 where the service does not answer.
 */
final class SearchServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  private final transient Google google;

  /**
   * @param google is asked by many threads at once
   */
  SearchServlet(Google google) {
    this.google = google;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String query = request.getParameter("q");
    if (query == null || query.isBlank()) {
      send(response, 400, SearchPage.ofError("Please say what to search for."));
      return;
    }
    String page;
    try {
      page = SearchPage.of(query, ask(google, query));
    } catch (WebServiceException e) {
      String reason = "The search service does not answer: " + e.getMessage();
      send(response, 502, SearchPage.ofError(reason));
      return;
    }
    send(response, 200, page);
  }

  /** Asks as every page does. */
  static GoogleSearchResult ask(Google google, String query) {
    return google.doGoogleSearch(
        "00000000000000000000000000000000", query, 0, 10, false, "", false, "", "latin1", "latin1");
  }

  private static void send(HttpServletResponse response, int status, String page)
      throws IOException {
    byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
    response.setStatus(status);
    response.setContentType("text/html; charset=utf-8");
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
