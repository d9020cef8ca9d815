package io.castile;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A connection of HTTP/2 without TLS (RFC 9113) that sends any frames. For one thread. */
final class RawHttp2 implements Closeable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;
  static final int PADDED = 8;

  /** A frame that came. */
  record Frame(int type, int flags, int stream, byte[] payload) {}

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  /**
   * Connects, and sends the preface.
   *
   * @param window of each stream's answer, in bytes
   */
  RawHttp2(int port, int window) throws IOException {
    socket = new Socket(InetAddress.getByName("localhost"), port);
    socket.setSoTimeout(20_000);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    ByteArrayOutputStream settings = new ByteArrayOutputStream();
    DataOutputStream setting = new DataOutputStream(settings);
    setting.writeShort(4); // SETTINGS_INITIAL_WINDOW_SIZE
    setting.writeInt(window);
    send(SETTINGS, 0, 0, settings.toByteArray());
  }

  void send(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    DataOutputStream fields = new DataOutputStream(frame);
    fields.writeByte(payload.length >> 16);
    fields.writeShort(payload.length);
    fields.writeByte(type);
    fields.writeByte(flags);
    fields.writeInt(stream);
    fields.write(payload);
    out.write(frame.toByteArray());
  }

  /** Sends the head of a request, as literal fields without an index (RFC 7541 §6.2.2). */
  void sendHead(int stream, String path, Map<String, String> fields) throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    literal(block, ":method", "POST");
    literal(block, ":scheme", "http");
    literal(block, ":authority", "localhost");
    literal(block, ":path", path);
    for (Map.Entry<String, String> field : fields.entrySet()) {
      literal(block, field.getKey(), field.getValue());
    }
    send(HEADERS, END_HEADERS, stream, block.toByteArray());
  }

  private static void literal(ByteArrayOutputStream block, String name, String value)
      throws IOException {
    block.write(0);
    for (String text : new String[] {name, value}) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      block.write(bytes.length); // of less than 127
      block.write(bytes);
    }
  }

  /** The next frame; what comes of settings is acknowledged. */
  Frame receive() throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    byte[] payload = in.readNBytes(length);
    if (type == SETTINGS && (flags & 1) == 0) {
      send(SETTINGS, 1, 0, new byte[0]);
    }
    return new Frame(type, flags, stream, payload);
  }

  /** Whether something has come. */
  boolean hasReceived() throws IOException {
    return in.available() > 0;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
