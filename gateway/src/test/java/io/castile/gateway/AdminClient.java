package io.castile.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Calls an admin listener over a plain socket, so that every field is what the test says. */
final class AdminClient {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final int port;
  private final List<String> fields = new ArrayList<>();

  /** What came back; names of fields are in lower case. */
  record Answer(int status, Map<String, String> fields, String text) {
    JsonNode json() throws IOException {
      return MAPPER.readTree(text);
    }
  }

  AdminClient(Gateway gateway, String... fields) {
    this.port = gateway.adminPort().orElseThrow();
    this.fields.addAll(List.of(fields));
  }

  Answer get(String target, String... more) throws IOException {
    return send("GET", target, "", more);
  }

  /** As the console does it. */
  Answer change(String method, String target, Object body, String... more) throws IOException {
    List<String> all = new ArrayList<>(List.of(more));
    all.add("Content-Type: application/json");
    all.add("X-Castile: 1");
    return send(method, target, MAPPER.writeValueAsString(body), all.toArray(String[]::new));
  }

  Answer send(String method, String target, String body, String... more) throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    List<String> all = new ArrayList<>(fields);
    all.addAll(List.of(more));
    StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
    if (all.stream().noneMatch(field -> field.startsWith("Host:"))) {
      head.append("Host: 127.0.0.1:").append(port).append("\r\n");
    }
    all.forEach(field -> head.append(field).append("\r\n"));
    head.append("Connection: close\r\nContent-Length: ").append(content.length).append("\r\n\r\n");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
      out.write(content);
      out.flush();
      return read(socket.getInputStream());
    }
  }

  private static Answer read(InputStream in) throws IOException {
    String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    int end = all.indexOf("\r\n\r\n");
    String[] lines = all.substring(0, end).split("\r\n");
    Map<String, String> fields = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      fields.put(
          lines[i].substring(0, colon).toLowerCase(Locale.ROOT), lines[i].substring(colon + 2));
    }
    return new Answer(Integer.parseInt(lines[0].split(" ")[1]), fields, all.substring(end + 4));
  }
}
