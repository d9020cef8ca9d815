package io.castile.bench.delta;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.castile.bench.data.Message;
import io.castile.bench.data.WholeLoad;
import io.castile.bench.grpc.RatingsReply;
import io.castile.bench.grpc.ValuesReply;
import io.castile.bench.message.DoubleArrayResponse;
import io.castile.bench.message.RatedStock;
import io.castile.bench.message.RatingsResponse;
import io.castile.bench.stack.CastileStack;
import io.castile.bench.stack.Stack;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.xml.namespace.QName;

/** Makes bytes of the objects of one answer, and objects of bytes. For one thread. */
abstract class ObjectCoding {
  /** Makes the objects anew, where they remember something of being written. */
  void prepare() {}

  /** Whether {@link #prepare} does anything. */
  boolean isPrepared() {
    return false;
  }

  /** Writes the answer into memory. */
  abstract byte[] write() throws Exception;

  /** Returns the answer of these bytes, in objects of this coding's own. */
  abstract Object read(byte[] bytes) throws Exception;

  /** What was read as beans or numbers. */
  abstract Object value(Object read);

  /** The coding of a row, for what a service answers first. */
  static ObjectCoding of(ObjectRow row, WholeLoad load) throws Exception {
    Object answer = load.ask(load.answers(0));
    if (answer instanceof double[] values) {
      return switch (row) {
        case SOAP ->
            new Soap(
                "getValues",
                new DoubleArrayResponse(values),
                read -> ((DoubleArrayResponse) read).value());
        case JAVA -> new Serialized(values);
        case PROTOBUF ->
            new Generated<>(
                () -> GrpcStocks.message(values), ValuesReply.parser(), GrpcStocks::values);
      };
    }
    List<RatedStock> beans = ((List<?>) answer).stream().map(RatedStock.class::cast).toList();
    return switch (row) {
      case SOAP ->
          new Soap(
              "getRatings", new RatingsResponse(beans), read -> ((RatingsResponse) read).value());
      case JAVA -> new Serialized(answer);
      case PROTOBUF ->
          new Generated<>(
              () -> GrpcStocks.message(beans), RatingsReply.parser(), GrpcStocks::beans);
    };
  }

  /** An envelope, by compiled codecs. */
  private static final class Soap extends ObjectCoding {
    private final Stack.Prepared prepared;
    private final Function<Object, Object> value;

    Soap(String operation, Object reply, Function<Object, Object> value) throws Exception {
      QName name = new QName(RatedStock.NAMESPACE, operation + "Response");
      this.prepared =
          CastileStack.compiled().prepare(new Message(operation, operation, name, reply));
      this.value = value;
    }

    @Override
    byte[] write() throws Exception {
      prepared.write();
      return prepared.written();
    }

    @Override
    Object read(byte[] bytes) throws Exception {
      return prepared.read(bytes);
    }

    @Override
    Object value(Object read) {
      return value.apply(read);
    }
  }

  /** Java's serialization: a new stream for each answer, as each call of RMI has. */
  private static final class Serialized extends ObjectCoding {
    private final Object answer;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Serialized(Object answer) {
      this.answer = answer;
    }

    @Override
    byte[] write() throws IOException {
      out.reset();
      try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
        objects.writeObject(answer);
      }
      return out.toByteArray();
    }

    @Override
    Object read(byte[] bytes) throws IOException, ClassNotFoundException {
      try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
        return objects.readObject();
      }
    }

    @Override
    Object value(Object read) {
      return read;
    }
  }

  /** A message that protoc has generated. It keeps its size once it was written. */
  private static final class Generated<T extends MessageLite> extends ObjectCoding {
    private final Supplier<T> maker;
    private final Parser<T> parser;
    private final Function<T, Object> value;
    private T message;

    Generated(Supplier<T> maker, Parser<T> parser, Function<T, Object> value) {
      this.maker = maker;
      this.parser = parser;
      this.value = value;
      this.message = maker.get();
    }

    @Override
    void prepare() {
      message = maker.get();
    }

    @Override
    boolean isPrepared() {
      return true;
    }

    @Override
    byte[] write() {
      return message.toByteArray();
    }

    @Override
    T read(byte[] bytes) throws IOException {
      return parser.parseFrom(bytes);
    }

    @Override
    @SuppressWarnings("unchecked") // as read returns it
    Object value(Object read) {
      return value.apply((T) read);
    }
  }
}
