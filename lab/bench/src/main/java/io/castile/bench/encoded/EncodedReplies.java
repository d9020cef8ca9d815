package io.castile.bench.encoded;

import io.castile.bench.encoded.message.Knot;
import io.castile.bench.encoded.message.Quote;
import io.castile.bench.encoded.message.SearchResult;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;

/** The operations that {@link EncodedReply} has the replies of; gSOAP is given its description. */
@WebService(name = "Replies", targetNamespace = EncodedReply.NAMESPACE)
@SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
public interface EncodedReplies {
  @WebResult(partName = "return")
  Quote getStruct();

  @WebResult(partName = "return")
  String[] getStrings();

  @WebResult(partName = "return")
  Quote[] getStructs();

  @WebResult(partName = "return")
  SearchResult getSearch();

  @WebResult(partName = "return")
  double[] getDoubles();

  @WebResult(partName = "return")
  int[] getInts();

  @WebResult(partName = "return")
  Knot getGraph();
}
