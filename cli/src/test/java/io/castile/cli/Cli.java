package io.castile.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;

/** The command, and what it has written, in lines that end alike on all systems. */
final class Cli {
  private static final ObjectMapper ONE_VALUE =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Runs the command; returns its exit code. */
  int run(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  String out() {
    return out.toString().replace(System.lineSeparator(), "\n");
  }

  String err() {
    return err.toString().replace(System.lineSeparator(), "\n");
  }

  /** The last line of what was said, which after a usage error is what is wrong. */
  String message() {
    return err().lines().reduce("", (before, line) -> line);
  }

  /** What stands on standard output, which has to be one JSON object and nothing else. */
  JsonNode json() throws Exception {
    JsonNode value = ONE_VALUE.readTree(out());
    if (!value.isObject()) {
      throw new AssertionError("expected a JSON object, found " + out());
    }
    return value;
  }
}
