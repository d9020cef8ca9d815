package io.castile.bench.floor.constant;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Answers whatever one read gives. */
final class BareServer {
  private static final int REQUEST_BYTES = 8 << 10;

  private BareServer() {}

  static int start() throws IOException {
    ServerSocketChannel listening = ServerSocketChannel.open();
    listening.bind(new InetSocketAddress(ConstantServer.HOST, 0));
    begin(() -> accept(listening));
    return ((InetSocketAddress) listening.getLocalAddress()).getPort();
  }

  private static void begin(Runnable work) {
    Thread thread = new Thread(work, "bare");
    thread.setDaemon(true);
    thread.start();
  }

  private static void accept(ServerSocketChannel listening) {
    try {
      while (true) {
        SocketChannel socket = listening.accept();
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        begin(() -> answer(socket));
      }
    } catch (IOException e) {
      throw new IllegalStateException("no more connections: " + e.getMessage(), e);
    }
  }

  private static void answer(SocketChannel socket) {
    byte[] content = ConstantServer.answer();
    byte[] head =
        ("HTTP/1.1 200 OK\r\nContent-Type: "
                + ConstantServer.CONTENT_TYPE
                + "\r\nContent-Length: "
                + content.length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    ByteBuffer request = ByteBuffer.allocateDirect(REQUEST_BYTES);
    ByteBuffer response = ByteBuffer.allocateDirect(head.length + content.length);
    response.put(head).put(content);
    try (socket) {
      while (socket.read(request.clear()) >= 0) {
        response.rewind();
        while (response.hasRemaining()) {
          socket.write(response);
        }
      }
    } catch (IOException e) {
      // The client has closed its end.
    }
  }
}
