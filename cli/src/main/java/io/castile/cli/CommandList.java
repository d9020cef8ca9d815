package io.castile.cli;

import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The commands in a usage message, with those below them: all that can be called. */
final class CommandList implements IHelpSectionRenderer {
  private static final int NAME_COLUMNS = 18;

  @Override
  public String render(Help help) {
    if (help.subcommands().isEmpty()) {
      return "";
    }
    UsageMessageSpec usage = help.commandSpec().usageMessage();
    TextTable table =
        TextTable.forColumns(
            help.colorScheme(),
            new Column(NAME_COLUMNS, 2, Overflow.SPAN),
            new Column(usage.width() - NAME_COLUMNS, 2, Overflow.WRAP));
    add(help, "", table);
    return table.toString();
  }

  private static void add(Help parent, String path, TextTable table) {
    parent
        .subcommands()
        .forEach(
            (name, command) -> {
              Text shown = parent.colorScheme().commandText(path + name);
              table.addRowValues(shown, parent.colorScheme().text(firstSentence(command)));
              add(command, path + name + " ", table);
            });
  }

  private static String firstSentence(Help command) {
    String[] description = command.commandSpec().usageMessage().description();
    String all = description.length == 0 ? "" : String.format(description[0]);
    int end = all.indexOf(". ");
    return end < 0 ? all : all.substring(0, end + 1);
  }
}
