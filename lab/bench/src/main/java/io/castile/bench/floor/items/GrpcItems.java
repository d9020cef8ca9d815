package io.castile.bench.floor.items;

import io.castile.bench.calls.CallRow;
import io.castile.bench.delta.GrpcStocks;
import io.castile.bench.grpc.ItemCallsGrpc;
import io.castile.bench.grpc.ItemCount;
import io.castile.bench.grpc.RatingsReply;
import io.castile.bench.grpc.Stock;
import io.castile.bench.grpc.ValuesReply;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Both ends of gRPC, by the executors that it comes with. A message is built anew for each call,
 * from numbers and from messages of ratings that are ready; what comes is left as generated code
 * reads it.
 */
final class GrpcItems extends ItemCallsGrpc.ItemCallsImplBase {
  private static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

  private final ItemsService service;
  private List<Stock> ratings = List.of();

  private GrpcItems(ItemsService service) {
    this.service = service;
  }

  /** Serves; its port is its address. */
  static CallRow.Served serve(ItemsService service) throws IOException {
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(HOST, 0))
            .maxInboundMessageSize(ItemsServer.MAX_BYTES)
            .addService(new GrpcItems(service))
            .build()
            .start();
    return new CallRow.Served(Integer.toString(server.getPort()), server::shutdownNow);
  }

  /** The client of a port, which lives as long as the JVM. */
  static ItemCalls open(String port) {
    var stub =
        ItemCallsGrpc.newBlockingStub(
            NettyChannelBuilder.forAddress(HOST, Integer.parseInt(port))
                .maxInboundMessageSize(ItemsServer.MAX_BYTES)
                .usePlaintext()
                .build());
    return (operation, count) ->
        switch (operation) {
          case GET_DOUBLES -> () -> stub.getDoubles(message(count)).getValuesCount();
          case PUT_DOUBLES -> {
            double[] doubles = ItemsService.doubles(count);
            yield () -> stub.putDoubles(message(doubles)).getCount();
          }
          case GET_RATINGS -> () -> stub.getRatings(message(count)).getStocksCount();
          case PUT_RATINGS -> {
            List<Stock> stocks = stocks(count);
            yield () -> stub.putRatings(message(stocks)).getCount();
          }
        };
  }

  @Override
  public void getDoubles(ItemCount request, StreamObserver<ValuesReply> reply) {
    answer(reply, message(service.getDoubles(request.getCount())));
  }

  @Override
  public void putDoubles(ValuesReply request, StreamObserver<ItemCount> reply) {
    answer(reply, message(request.getValuesCount()));
  }

  @Override
  public void getRatings(ItemCount request, StreamObserver<RatingsReply> reply) {
    answer(reply, message(ready(request.getCount())));
  }

  @Override
  public void putRatings(RatingsReply request, StreamObserver<ItemCount> reply) {
    answer(reply, message(request.getStocksCount()));
  }

  private static <T> void answer(StreamObserver<T> reply, T message) {
    reply.onNext(message);
    reply.onCompleted();
  }

  private synchronized List<Stock> ready(int count) {
    if (ratings.size() != count) {
      ratings = List.of(); // before the next ones are made
      ratings = stocks(count);
    }
    return ratings;
  }

  private static ItemCount message(int count) {
    return ItemCount.newBuilder().setCount(count).build();
  }

  private static ValuesReply message(double[] values) {
    ValuesReply.Builder message = ValuesReply.newBuilder();
    for (double value : values) {
      message.addValues(value);
    }
    return message.build();
  }

  private static RatingsReply message(List<Stock> stocks) {
    return RatingsReply.newBuilder().addAllStocks(stocks).build();
  }

  private static List<Stock> stocks(int count) {
    return GrpcStocks.message(ItemsService.ratings(count)).getStocksList();
  }
}
