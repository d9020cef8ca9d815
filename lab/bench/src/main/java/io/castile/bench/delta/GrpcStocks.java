package io.castile.bench.delta;

import com.google.protobuf.Timestamp;
import io.castile.bench.data.Stocks;
import io.castile.bench.grpc.RatingsReply;
import io.castile.bench.grpc.RatingsRequest;
import io.castile.bench.grpc.Stock;
import io.castile.bench.grpc.StockRatingsGrpc;
import io.castile.bench.grpc.ValuesReply;
import io.castile.bench.grpc.ValuesRequest;
import io.castile.bench.grpc.Verdict;
import io.castile.bench.message.RatedStock;
import io.castile.demo.portal.Rating;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import javax.xml.datatype.DatatypeFactory;

/** A client of {@link Stocks} by gRPC, and what its messages are to our beans. */
public final class GrpcStocks implements Stocks {
  private static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();
  private static final int MAX_BYTES = 64 << 20;
  private static final DatatypeFactory DATATYPES = DatatypeFactory.newDefaultInstance();

  private final StockRatingsGrpc.StockRatingsBlockingStub stub;

  private GrpcStocks(ManagedChannel channel) {
    this.stub = StockRatingsGrpc.newBlockingStub(channel);
  }

  /** Serves, and makes a client whose connections take the route. */
  static WholeRow.Pair open(Stocks service, IntUnaryOperator route) throws IOException {
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(HOST, 0))
            .addService(new Published(service))
            .build()
            .start();
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(HOST, route.applyAsInt(server.getPort()))
            .usePlaintext()
            .maxInboundMessageSize(MAX_BYTES)
            .build();
    return new WholeRow.Pair(
        new GrpcStocks(channel),
        () -> {
          channel.shutdownNow();
          server.shutdownNow();
        });
  }

  @Override
  public List<RatedStock> getRatings(String portfolio) {
    return beans(stub.getRatings(RatingsRequest.newBuilder().setPortfolio(portfolio).build()));
  }

  @Override
  public double[] getValues(String series) {
    return values(stub.getValues(ValuesRequest.newBuilder().setSeries(series).build()));
  }

  /** A new message of these beans. */
  public static RatingsReply message(List<RatedStock> beans) {
    RatingsReply.Builder reply = RatingsReply.newBuilder();
    for (RatedStock bean : beans) {
      Instant updated = Instant.parse(bean.getUpdated().toXMLFormat());
      reply.addStocks(
          Stock.newBuilder()
              .setSymbol(bean.getSymbol())
              .setCompany(bean.getCompany())
              .setRating(Verdict.forNumber(bean.getRating().ordinal()))
              .setPrice(bean.getPrice())
              .setTarget(bean.getTarget())
              .setAnalysts(bean.getAnalysts())
              .setUpdated(Timestamp.newBuilder().setSeconds(updated.getEpochSecond())));
    }
    return reply.build();
  }

  /** The beans of a message. */
  static List<RatedStock> beans(RatingsReply message) {
    List<RatedStock> beans = new ArrayList<>();
    for (Stock stock : message.getStocksList()) {
      Instant updated = Instant.ofEpochSecond(stock.getUpdated().getSeconds());
      beans.add(
          new RatedStock(
              stock.getSymbol(),
              stock.getCompany(),
              Rating.values()[stock.getRating().getNumber()],
              stock.getPrice(),
              stock.getTarget(),
              stock.getAnalysts(),
              DATATYPES.newXMLGregorianCalendar(updated.toString())));
    }
    return beans;
  }

  /** A new message of these values. */
  static ValuesReply message(double... values) {
    ValuesReply.Builder reply = ValuesReply.newBuilder();
    Arrays.stream(values).forEach(reply::addValues);
    return reply.build();
  }

  /** The values of a message. */
  static double[] values(ValuesReply message) {
    double[] values = new double[message.getValuesCount()];
    Arrays.setAll(values, message::getValues);
    return values;
  }

  /** The service as gRPC wants it. */
  private static final class Published extends StockRatingsGrpc.StockRatingsImplBase {
    private final Stocks service;

    Published(Stocks service) {
      this.service = service;
    }

    @Override
    public void getRatings(RatingsRequest request, StreamObserver<RatingsReply> reply) {
      reply.onNext(message(service.getRatings(request.getPortfolio())));
      reply.onCompleted();
    }

    @Override
    public void getValues(ValuesRequest request, StreamObserver<ValuesReply> reply) {
      reply.onNext(message(service.getValues(request.getSeries())));
      reply.onCompleted();
    }
  }
}
