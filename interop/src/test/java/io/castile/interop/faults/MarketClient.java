package io.castile.interop.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import jakarta.xml.ws.WebServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;

/** A process that calls as it is told, line by line, and says what came of it. */
final class MarketClient {
  private MarketClient() {}

  /**
   * @param args the name of the caller, the port, the bound of the link in bytes
   */
  public static void main(String[] args) throws IOException {
    Differential link =
        Differential.of(DifferentialOptions.builder().maxBytes(Long.parseLong(args[2])).build());
    try (Caller caller = new MarketCaller(args[0], Integer.parseInt(args[1]), link)) {
      BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(answer(caller, line).replace('\n', ' '));
      }
    }
  }

  private static String answer(Caller caller, String line) {
    List<String> words = List.of(line.split(";", -1));
    try {
      return switch (words.get(0)) {
        case "board" -> {
          Boards.Maker maker =
              caller.board(words.get(1), words.get(2), Long.parseLong(words.get(3)));
          yield "right;" + maker.generation() + ";" + maker.edition();
        }
        case "order" ->
            "right;"
                + caller.order(
                    words.get(1), words.get(2), words.get(3), Long.parseLong(words.get(4)));
        default -> throw new IllegalArgumentException(line);
      };
    } catch (WebServiceException e) {
      return (Session.isFault(e) ? "wrong;" : "failed;") + e;
    } catch (AssertionError | RuntimeException e) {
      return "wrong;" + e;
    }
  }
}
