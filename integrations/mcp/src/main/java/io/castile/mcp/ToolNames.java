package io.castile.mcp;

import java.util.Set;
import java.util.regex.Pattern;

/** Names of tools: of letters, digits, {@code _} and {@code -}, which all hosts of agents take. */
final class ToolNames {
  /** Characters of a name; the protocol has 128, some hosts have 64. */
  static final int MAX_LENGTH = 64;

  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9_-]");

  private ToolNames() {}

  /**
   * Returns the name of an operation that is in none of the used ones, and notes it there: that of
   * the operation, else with its service before it, else with a number behind it.
   */
  static String free(String service, String operation, Set<String> used) {
    String name = cut(operation, MAX_LENGTH);
    if (used.add(name)) {
      return name;
    }
    name = cut(service + "_" + operation, MAX_LENGTH);
    String free = name;
    for (int i = 2; !used.add(free); i++) {
      String number = "_" + i;
      free = cut(name, MAX_LENGTH - number.length()) + number;
    }
    return free;
  }

  private static String cut(String name, int length) {
    String plain = NOT_IN_NAMES.matcher(name).replaceAll("_");
    return plain.length() > length ? plain.substring(0, length) : plain;
  }
}
