package io.castile.bench.calls;

import io.castile.bench.grpc.DoublesReply;
import io.castile.bench.grpc.DoublesRequest;
import io.castile.bench.grpc.PortalCallsGrpc;
import io.castile.bench.grpc.PutDoublesReply;
import io.castile.bench.grpc.PutDoublesRequest;
import io.castile.bench.grpc.SearchReply;
import io.castile.bench.grpc.SearchRequest;
import io.castile.bench.grpc.SimpleReply;
import io.castile.bench.grpc.SimpleRequest;
import io.castile.bench.grpc.StockRatingsReply;
import io.castile.bench.grpc.StockRatingsRequest;
import io.castile.bench.stack.GrpcMessages;
import io.castile.demo.portal.Portal;
import io.castile.demo.portal.PortalData;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The end of gRPC. A message is built anew for each call, from beans that are ready; what comes is
 * left as generated code reads it.
 */
final class GrpcPortal implements CallEnd {
  private static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

  private final ManagedChannel channel;
  private final PortalCallsGrpc.PortalCallsBlockingStub stub;
  private final List<Double> doubles = PortalData.standard().doubles(CallOperation.DOUBLES);

  private GrpcPortal(ManagedChannel channel) {
    this.channel = channel;
    this.stub = PortalCallsGrpc.newBlockingStub(channel);
  }

  /**
   * Serves.
   *
   * @param direct whether calls are answered on the threads that read the sockets
   * @return its port as its address
   */
  static CallRow.Served serve(Portal service, boolean direct) throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(HOST, 0))
            .addService(new Published(service));
    Server server = (direct ? builder.directExecutor() : builder).build().start();
    return new CallRow.Served(Integer.toString(server.getPort()), server::shutdownNow);
  }

  /**
   * A client, on one connection for all threads.
   *
   * @param direct whether answers are taken on the threads that read the sockets
   */
  static GrpcPortal of(String port, boolean direct) {
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(HOST, Integer.parseInt(port)).usePlaintext();
    return new GrpcPortal((direct ? builder.directExecutor() : builder).build());
  }

  @Override
  public Object call(CallOperation operation, int turn) {
    return switch (operation) {
      case SIMPLE -> stub.getSimple(SimpleRequest.getDefaultInstance());
      case SEARCH, SEARCHES ->
          stub.search(
              SearchRequest.newBuilder()
                  .setKey(PortalEnd.KEY)
                  .setQ(operation.query(turn))
                  .setMaxResults(10)
                  .setIe("latin1")
                  .setOe("latin1")
                  .build());
      case RATINGS -> stub.getStockRatings(StockRatingsRequest.getDefaultInstance());
      case GET_DOUBLES ->
          stub.getDoubles(DoublesRequest.newBuilder().setCount(CallOperation.DOUBLES).build());
      case PUT_DOUBLES ->
          stub.putDoubles(PutDoublesRequest.newBuilder().addAllValues(doubles).build());
    };
  }

  @Override
  public Object plain(Object answer) {
    return GrpcMessages.plain(answer);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  /** The service as gRPC wants it. */
  private static final class Published extends PortalCallsGrpc.PortalCallsImplBase {
    private final Portal service;

    Published(Portal service) {
      this.service = service;
    }

    @Override
    public void getSimple(SimpleRequest request, StreamObserver<SimpleReply> reply) {
      answer(reply, SimpleReply.newBuilder().setValue(service.getSimple()).build());
    }

    @Override
    public void search(SearchRequest request, StreamObserver<SearchReply> reply) {
      answer(
          reply,
          GrpcMessages.search(
              service.doGoogleSearch(
                  request.getKey(),
                  request.getQ(),
                  request.getStart(),
                  request.getMaxResults(),
                  request.getFilter(),
                  request.getRestrict(),
                  request.getSafeSearch(),
                  request.getLr(),
                  request.getIe(),
                  request.getOe())));
    }

    @Override
    public void getStockRatings(
        StockRatingsRequest request, StreamObserver<StockRatingsReply> reply) {
      answer(reply, GrpcMessages.ratings(service.getStockRatings(request.getSymbolsList())));
    }

    @Override
    public void getDoubles(DoublesRequest request, StreamObserver<DoublesReply> reply) {
      answer(
          reply,
          DoublesReply.newBuilder().addAllValues(service.getDoubles(request.getCount())).build());
    }

    @Override
    public void putDoubles(PutDoublesRequest request, StreamObserver<PutDoublesReply> reply) {
      int count = service.putDoubles(request.getValuesList());
      answer(reply, PutDoublesReply.newBuilder().setCount(count).build());
    }

    private static <T> void answer(StreamObserver<T> reply, T message) {
      reply.onNext(message);
      reply.onCompleted();
    }
  }
}
