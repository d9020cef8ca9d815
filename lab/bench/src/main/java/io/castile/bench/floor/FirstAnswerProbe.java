package io.castile.bench.floor;

import io.castile.Castile;
import io.castile.bench.calls.CallOperation;
import io.castile.bench.calls.PortalEnd;
import io.castile.bench.startup.CxfStartupPorts;
import io.castile.bench.startup.MetroStartupPorts;
import io.castile.bench.startup.StartupTarget;
import io.castile.codec.CodecMode;
import io.castile.demo.portal.Portal;
import java.util.List;

/**
 * A program that calls once: says a line as soon as it has the answer, and then what that is.
 *
 * <p>Another stack's classes are not on its class path: nothing of them may be loaded.
 */
final class FirstAnswerProbe {
  /** The line that is said when there is an answer. */
  static final String ANSWER = "answer";

  /** What stands before {@link #digest} of the answer. */
  static final String DIGEST = "digest ";

  private FirstAnswerProbe() {}

  /**
   * Runs the program.
   *
   * @param arguments the name of a {@link FirstAnswerRow}, that of a {@link CallOperation}, and the
   *     address
   */
  public static void main(String[] arguments) throws Exception {
    CallOperation operation = CallOperation.valueOf(arguments[1]);
    Object answer = call(port(arguments[0], arguments[2]), operation);
    System.out.println(ANSWER);
    System.out.println(DIGEST + digest(answer));
    System.exit(0);
  }

  /** Tells answers from each other. */
  static String digest(Object answer) {
    String text = AnswerText.of(answer);
    return text.length() + " " + text.hashCode();
  }

  private static Portal port(String row, String url) throws Exception {
    return switch (row) {
      case "CXF" -> new CxfStartupPorts().port(Portal.class, StartupTarget.portal(url));
      case "METRO" -> new MetroStartupPorts().port(Portal.class, StartupTarget.portal(url));
      case "INTERPRETED" ->
          Castile.client(Portal.class).endpoint(url).codecMode(CodecMode.INTERPRETED).build();
      default -> Castile.client(Portal.class).endpoint(url).build();
    };
  }

  /** Calls, without the lambdas of {@link PortalEnd}. */
  static Object call(Portal portal, CallOperation operation) {
    return switch (operation) {
      case SIMPLE -> portal.getSimple();
      case SEARCH ->
          portal.doGoogleSearch(
              PortalEnd.KEY, operation.query(0), 0, 10, false, "", false, "", "latin1", "latin1");
      case RATINGS -> portal.getStockRatings(List.of());
      default -> throw new IllegalArgumentException("not one of first answers: " + operation);
    };
  }
}
