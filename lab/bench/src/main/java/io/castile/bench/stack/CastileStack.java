package io.castile.bench.stack;

import io.castile.bench.data.Envelopes;
import io.castile.bench.data.Message;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import io.castile.template.read.ReadOptions;
import io.castile.template.read.ReadTemplate;
import io.castile.xml.XmlReader;
import io.castile.xml.XmlWriter;

/** Castile's codecs, in one of their modes, between constant bytes of the envelope. */
public final class CastileStack implements Stack {
  private final String name;
  private final CodecMode mode;

  /** Null to read plainly. */
  private final ReadOptions difference;

  private CastileStack(String name, CodecMode mode, ReadOptions difference) {
    this.name = name;
    this.mode = mode;
    this.difference = difference;
  }

  static CastileStack interpreted() {
    return new CastileStack("Castile interpreted", CodecMode.INTERPRETED, null);
  }

  public static CastileStack compiled() {
    return new CastileStack("Castile compiled", CodecMode.COMPILED, null);
  }

  /** Reads each message by its difference to the one before, which a row of its own remembers. */
  public static CastileStack byDifference(ReadOptions options) {
    return new CastileStack("Castile by difference", CodecMode.COMPILED, options);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean writes() {
    return true;
  }

  @Override
  public boolean reads() {
    return true;
  }

  @Override
  public Prepared prepare(Message message) {
    Prepared prepared = new PreparedCodec<>(message.type(), mode, difference);
    prepared.adopt(message.value());
    return prepared;
  }

  /** The compiled codec of another class than a message's own; what it writes is to be adopted. */
  static PreparedCodec<?> compiled(Class<?> type) {
    return new PreparedCodec<>(type, CodecMode.COMPILED, null);
  }

  /** The codec of a class, with what it writes to and reads from. */
  static final class PreparedCodec<T> implements Prepared {
    private final Class<T> type;
    private final BeanCodecs codecs;
    private final Codec<T> codec;
    private final XmlReader reader;
    private final XmlWriter writer = new XmlWriter();
    private final ReadTemplate template; // null to read plainly
    private T value;

    PreparedCodec(Class<T> type, CodecMode mode, ReadOptions difference) {
      this.type = type;
      this.codecs = BeanCodecs.builder().types(type).mode(mode).build();
      this.codec = codecs.of(type);
      this.reader = codecs.newReader();
      this.template = difference == null ? null : new ReadTemplate(difference);
    }

    /** The class of the codec of a class that has been read or written. */
    Class<?> codecOf(Class<?> bean) {
      return codecs.beanCodec(bean).getClass();
    }

    @Override
    public int write() {
      writer.reset();
      writer.raw(Envelopes.start());
      codec.write(value, writer);
      writer.raw(Envelopes.end());
      return writer.size();
    }

    @Override
    public byte[] written() {
      return writer.toByteArray();
    }

    @Override
    public T read(byte[] document) {
      reader.reset(document, 0, document.length);
      if (template == null) {
        return read();
      }
      T read = null;
      template.begin(reader);
      try {
        read = read();
      } finally {
        template.end(reader, read != null);
      }
      return read;
    }

    private T read() {
      reader.nextChild(null); // Envelope
      reader.nextChild(null); // Body
      reader.nextChild(null);
      return codec.read(reader);
    }

    @Override
    public void adopt(Object read) {
      value = type.cast(read);
    }
  }
}
