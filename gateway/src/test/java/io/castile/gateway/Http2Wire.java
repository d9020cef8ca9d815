package io.castile.gateway;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/** A client of HTTP/2 (RFC 9113) that sends the frames it is told to, as they may never be sent. */
final class Http2Wire implements AutoCloseable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int ACK = 1;
  static final int END_HEADERS = 4;

  static final int NO_ERROR = 0;
  static final int REFUSED_STREAM = 7;
  static final int ENHANCE_YOUR_CALM = 11;

  static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  /**
   * What has come.
   *
   * @param status of the head of a response; empty for other frames
   */
  record Frame(int type, int flags, int stream, byte[] payload, String status) {
    boolean isEnd() {
      return (flags & END_STREAM) != 0 && (type == DATA || type == HEADERS);
    }

    /** The code of RST_STREAM or GOAWAY. */
    int error() {
      return ByteBuffer.wrap(payload).getInt(type == GOAWAY ? 4 : 0);
    }
  }

  private final Socket socket;
  private final OutputStream out;
  private final DataInputStream in;
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();

  /** Connects, and sends the preface with empty settings. */
  Http2Wire(int port) throws IOException {
    socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(60_000);
    out = socket.getOutputStream();
    in = new DataInputStream(socket.getInputStream());
    out.write(PREFACE.getBytes(StandardCharsets.US_ASCII));
    send(SETTINGS, 0, 0);
  }

  void send(int type, int flags, int stream, byte... payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.putInt(payload.length << 8 | type).put((byte) flags).putInt(stream).put(payload);
    out.write(frame.array());
  }

  /** Sends a number of 32 bits, as WINDOW_UPDATE and RST_STREAM have. */
  void sendNumber(int type, int stream, int number) throws IOException {
    send(type, 0, stream, ByteBuffer.allocate(4).putInt(number).array());
  }

  /** Sends the head of a request: the usual fields of one for a path, and others. */
  void request(int stream, boolean ends, String method, String path, String... fields)
      throws IOException {
    String[] usual = {":method", method, ":scheme", "http", ":path", path, ":authority", "x"};
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.writeBytes(block(usual));
    block.writeBytes(block(fields));
    send(HEADERS, END_HEADERS | (ends ? END_STREAM : 0), stream, block.toByteArray());
  }

  /** Fields as literals without names of the table (RFC 7541 §6.2.2). */
  static byte[] block(String... fields) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (int i = 0; i < fields.length; i += 2) {
      block.write(0);
      text(block, fields[i]);
      text(block, fields[i + 1]);
    }
    return block.toByteArray();
  }

  private static void text(ByteArrayOutputStream block, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    if (bytes.length < 127) {
      block.write(bytes.length);
    } else { // an integer that does not fit into 7 bits (RFC 7541 §5.1)
      block.write(127);
      int rest = bytes.length - 127;
      while (rest >= 128) {
        block.write(rest % 128 + 128);
        rest /= 128;
      }
      block.write(rest);
    }
    block.writeBytes(bytes);
  }

  /** Reads frames up to one that is wanted; fails where the connection ends before. */
  Frame read(Predicate<Frame> wanted) throws IOException {
    while (true) {
      int lengthAndType = in.readInt();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      byte[] payload = in.readNBytes(lengthAndType >>> 8);
      if (payload.length < lengthAndType >>> 8) {
        throw new EOFException("in a frame");
      }
      int type = lengthAndType & 0xFF;
      Frame frame = new Frame(type, flags, stream, payload, status(type, stream, payload));
      if (wanted.test(frame)) {
        return frame;
      }
    }
  }

  Frame readType(int type) throws IOException {
    return read(frame -> frame.type() == type);
  }

  /** Every head is decoded, as the ones behind refer to what it had (RFC 7541 §2.2). */
  private String status(int type, int stream, byte[] payload) throws IOException {
    if (type != HEADERS) {
      return "";
    }
    try {
      return String.valueOf(
          decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(payload)).status());
    } catch (Http2Exception e) {
      throw new IOException("a head that cannot be decoded", e);
    }
  }

  /** Reads up to the head of a response, and returns its status. */
  String status(int stream) throws IOException {
    return read(frame -> frame.type() == HEADERS && frame.stream() == stream).status();
  }

  /** Reads until the other end closes the connection. */
  void readToEnd() throws IOException {
    try {
      in.readAllBytes();
    } catch (SocketException e) {
      // reset, which is an end too
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
