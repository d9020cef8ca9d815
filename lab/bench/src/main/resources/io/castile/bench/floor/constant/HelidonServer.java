import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Helidon with an answer that is a constant: says its port behind the word that it is given, with
 * the number of bytes to answer and their type. Started from its source, as its classes are for
 * Java 21 and later.
 */
public final class HelidonServer {
  public static void main(String[] arguments) throws Exception {
    byte[] answer = new byte[Integer.parseInt(arguments[1])];
    Arrays.fill(answer, (byte) 'x');
    String type = arguments[2];
    WebServer server =
        WebServer.builder()
            .host("127.0.0.1")
            .port(0)
            .connectionOptions(options -> options.tcpNoDelay(true))
            .routing(
                routing ->
                    routing.any(
                        (request, response) -> {
                          request.content().inputStream().transferTo(OutputStream.nullOutputStream());
                          response.header(HeaderNames.CONTENT_TYPE, type);
                          response.send(answer);
                        }))
            .build()
            .start();
    System.out.println(arguments[0] + server.port());
    System.in.read(); // ends with its input
    System.exit(0);
  }
}
