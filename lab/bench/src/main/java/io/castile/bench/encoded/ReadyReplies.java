package io.castile.bench.encoded;

import io.castile.bench.encoded.message.Knot;
import io.castile.bench.encoded.message.Quote;
import io.castile.bench.encoded.message.SearchResult;
import jakarta.jws.WebService;

/** The service of the replies. Thread-safe. */
@WebService(
    endpointInterface = "io.castile.bench.encoded.EncodedReplies",
    serviceName = "Replies",
    portName = "RepliesPort",
    targetNamespace = EncodedReply.NAMESPACE)
public final class ReadyReplies implements EncodedReplies {
  @Override
  public Quote getStruct() {
    return (Quote) EncodedReply.STRUCT.value();
  }

  @Override
  public String[] getStrings() {
    return (String[]) EncodedReply.STRINGS.value();
  }

  @Override
  public Quote[] getStructs() {
    return (Quote[]) EncodedReply.STRUCTS.value();
  }

  @Override
  public SearchResult getSearch() {
    return (SearchResult) EncodedReply.SEARCH.value();
  }

  @Override
  public double[] getDoubles() {
    return (double[]) EncodedReply.DOUBLES.value();
  }

  @Override
  public int[] getInts() {
    return (int[]) EncodedReply.INTS.value();
  }

  @Override
  public Knot getGraph() {
    return (Knot) EncodedReply.GRAPH.value();
  }
}
