package io.castile.bench.stack;

import io.castile.bench.grpc.Category;
import io.castile.bench.grpc.DoublesReply;
import io.castile.bench.grpc.PutDoublesReply;
import io.castile.bench.grpc.RatingLine;
import io.castile.bench.grpc.SearchHit;
import io.castile.bench.grpc.SearchReply;
import io.castile.bench.grpc.SimpleReply;
import io.castile.bench.grpc.StockRatingsReply;
import io.castile.bench.grpc.Verdict;
import io.castile.demo.portal.DirectoryCategory;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Rating;
import io.castile.demo.portal.ResultElement;
import io.castile.demo.portal.StockRating;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;

/** What gRPC's messages are to the beans of the demo's portal. */
public final class GrpcMessages {
  private static final int CENTS = 2; // decimals of a price
  private static final DatatypeFactory DATATYPES = DatatypeFactory.newDefaultInstance();

  private GrpcMessages() {}

  /** A new message of a search's result. */
  public static SearchReply search(GoogleSearchResult bean) {
    SearchReply.Builder reply =
        SearchReply.newBuilder()
            .setDocumentFiltering(bean.isDocumentFiltering())
            .setSearchComments(bean.getSearchComments())
            .setEstimatedTotalResultsCount(bean.getEstimatedTotalResultsCount())
            .setEstimateIsExact(bean.isEstimateIsExact())
            .setSearchQuery(bean.getSearchQuery())
            .setStartIndex(bean.getStartIndex())
            .setEndIndex(bean.getEndIndex())
            .setSearchTips(bean.getSearchTips())
            .setSearchTime(bean.getSearchTime());
    bean.getResultElements().forEach(hit -> reply.addResultElements(hit(hit)));
    bean.getDirectoryCategories().forEach(each -> reply.addDirectoryCategories(category(each)));
    return reply.build();
  }

  private static SearchHit hit(ResultElement bean) {
    return SearchHit.newBuilder()
        .setSummary(bean.getSummary())
        .setUrl(bean.getUrl())
        .setSnippet(bean.getSnippet())
        .setTitle(bean.getTitle())
        .setSize(bean.getCachedSize())
        .setRelatedInformationPresent(bean.isRelatedInformationPresent())
        .setHostName(bean.getHostName())
        .setDirectoryCategory(category(bean.getDirectoryCategory()))
        .setDirectoryTitle(bean.getDirectoryTitle())
        .build();
  }

  private static Category category(DirectoryCategory bean) {
    return Category.newBuilder()
        .setFullViewableName(bean.getFullViewableName())
        .setSpecialEncoding(bean.getSpecialEncoding())
        .build();
  }

  /** A new message of these ratings. */
  public static StockRatingsReply ratings(List<StockRating> beans) {
    StockRatingsReply.Builder reply = StockRatingsReply.newBuilder();
    for (StockRating bean : beans) {
      XMLGregorianCalendar since = bean.getSince();
      LocalDate day = LocalDate.of(since.getYear(), since.getMonth(), since.getDay());
      reply.addRatings(
          RatingLine.newBuilder()
              .setSymbol(bean.getSymbol())
              .setRating(Verdict.forNumber(bean.getRating().ordinal()))
              .setPrice(bean.getPrice())
              .setTargetCents(bean.getTarget().unscaledValue().longValueExact())
              .setSinceDay((int) day.toEpochDay()));
    }
    return reply.build();
  }

  /** The beans of any message. */
  public static Object plain(Object message) {
    if (message instanceof SimpleReply reply) {
      return reply.getValue();
    }
    if (message instanceof SearchReply reply) {
      return bean(reply);
    }
    if (message instanceof StockRatingsReply reply) {
      return reply.getRatingsList().stream().map(GrpcMessages::bean).toList();
    }
    if (message instanceof DoublesReply reply) {
      return List.copyOf(reply.getValuesList());
    }
    return ((PutDoublesReply) message).getCount();
  }

  private static GoogleSearchResult bean(SearchReply reply) {
    GoogleSearchResult bean = new GoogleSearchResult();
    bean.setDocumentFiltering(reply.getDocumentFiltering());
    bean.setSearchComments(reply.getSearchComments());
    bean.setEstimatedTotalResultsCount(reply.getEstimatedTotalResultsCount());
    bean.setEstimateIsExact(reply.getEstimateIsExact());
    reply.getResultElementsList().forEach(hit -> bean.getResultElements().add(bean(hit)));
    bean.setSearchQuery(reply.getSearchQuery());
    bean.setStartIndex(reply.getStartIndex());
    bean.setEndIndex(reply.getEndIndex());
    bean.setSearchTips(reply.getSearchTips());
    reply
        .getDirectoryCategoriesList()
        .forEach(each -> bean.getDirectoryCategories().add(bean(each)));
    bean.setSearchTime(reply.getSearchTime());
    return bean;
  }

  private static ResultElement bean(SearchHit hit) {
    ResultElement bean = new ResultElement();
    bean.setSummary(hit.getSummary());
    bean.setUrl(hit.getUrl());
    bean.setSnippet(hit.getSnippet());
    bean.setTitle(hit.getTitle());
    bean.setCachedSize(hit.getSize());
    bean.setRelatedInformationPresent(hit.getRelatedInformationPresent());
    bean.setHostName(hit.getHostName());
    bean.setDirectoryCategory(bean(hit.getDirectoryCategory()));
    bean.setDirectoryTitle(hit.getDirectoryTitle());
    return bean;
  }

  private static DirectoryCategory bean(Category category) {
    DirectoryCategory bean = new DirectoryCategory();
    bean.setFullViewableName(category.getFullViewableName());
    bean.setSpecialEncoding(category.getSpecialEncoding());
    return bean;
  }

  private static StockRating bean(RatingLine line) {
    LocalDate day = LocalDate.ofEpochDay(line.getSinceDay());
    StockRating bean = new StockRating();
    bean.setSymbol(line.getSymbol());
    bean.setRating(Rating.values()[line.getRating().getNumber()]);
    bean.setPrice(line.getPrice());
    bean.setTarget(BigDecimal.valueOf(line.getTargetCents(), CENTS));
    bean.setSince(
        DATATYPES.newXMLGregorianCalendarDate(
            day.getYear(),
            day.getMonthValue(),
            day.getDayOfMonth(),
            DatatypeConstants.FIELD_UNDEFINED));
    return bean;
  }
}
