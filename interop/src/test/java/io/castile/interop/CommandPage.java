package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of documentation whose blocks are done one after the other, as a reader does them:
 *
 * <ul>
 *   <li>A block with lines that begin with {@code $} has commands, and what they print.
 *   <li>A block behind a paragraph that ends with {@code `PATH`:} is a file.
 *   <li>A block behind a paragraph that ends with {@code In `PATH`, in place of …:} takes the place
 *       of a plugin or dependency in a file: the first that is Castile's.
 * </ul>
 *
 * <p>Any other block is an error: it would be code that nobody runs.
 */
final class CommandPage {
  /** What Maven prints of colours, even where there are none. */
  private static final Pattern COLOR = Pattern.compile("\u001B\\[[0-9;]*m");

  private static final String FENCE = "```";
  private static final Pattern FILE = Pattern.compile("`([^`]+)`:$");
  private static final Pattern CHANGE =
      Pattern.compile("In `([^`]+)`, in place of\\s[^:]*:$", Pattern.DOTALL);
  private static final Pattern ELEMENT = Pattern.compile("\\s*<(\\w+)>");

  /** A block, and the paragraph before it. */
  private record Block(String before, String text) {}

  private final List<Block> blocks;

  private CommandPage(List<Block> blocks) {
    this.blocks = blocks;
  }

  static CommandPage of(String page) {
    List<Block> blocks = new ArrayList<>();
    String paragraph = "";
    StringJoiner code = null;
    for (String line : page.split("\n", -1)) {
      if (line.startsWith(FENCE)) {
        if (code != null) {
          blocks.add(new Block(paragraph.strip(), code.toString()));
          paragraph = "";
        }
        code = code == null ? new StringJoiner("\n") : null;
      } else if (code != null) {
        code.add(line);
      } else if (!line.isBlank()) {
        paragraph += "\n" + line;
      } else if (isOver(paragraph)) {
        paragraph = "";
      }
    }
    return new CommandPage(blocks);
  }

  /** Whether no block follows a paragraph. */
  private static boolean isOver(String paragraph) {
    return !paragraph.endsWith(":");
  }

  /** Does all blocks in a folder; fails where a command does not print what the page says. */
  void run(Published published, Path folder) throws Exception {
    for (Block each : blocks) {
      Matcher change = CHANGE.matcher(each.before());
      Matcher file = FILE.matcher(each.before());
      if (each.text().startsWith("$ ")) {
        commands(each.text(), published, folder);
      } else if (change.find()) {
        change(folder.resolve(change.group(1)), each.text());
      } else if (file.find()) {
        write(file.group(1), folder.resolve(file.group(1)));
      } else {
        throw new AssertionError("neither a command nor a file: " + each);
      }
    }
  }

  /** Writes the file of a name to a path. */
  void write(String name, Path target) throws IOException {
    for (Block each : blocks) {
      Matcher file = FILE.matcher(each.before());
      if (file.find() && file.group(1).equals(name) && !CHANGE.matcher(each.before()).find()) {
        Files.createDirectories(target.getParent());
        Files.writeString(target, each.text() + "\n");
        return;
      }
    }
    throw new AssertionError("the page has no file " + name);
  }

  private static void commands(String text, Published published, Path folder) throws Exception {
    for (String part : text.substring(2).split("\n\\$ ", -1)) {
      String[] lines = part.split("\n", 2);
      String printed = COLOR.matcher(published.shell(folder, lines[0])).replaceAll("");
      if (lines.length == 2) {
        assertThat(printed.strip()).as(lines[0]).isEqualTo(lines[1].strip());
      }
    }
  }

  private static void change(Path file, String text) throws IOException {
    Matcher element = ELEMENT.matcher(text);
    assertThat(element.lookingAt()).as(text).isTrue();
    String name = element.group(1);
    Pattern castile =
        Pattern.compile(
            "[ ]*<%1$s>\\s*<groupId>io\\.castile</groupId>.*?</%1$s>".formatted(name),
            Pattern.DOTALL);
    Matcher old = castile.matcher(Files.readString(file));
    assertThat(old.find()).as("a %s of Castile in %s", name, file).isTrue();
    Files.writeString(file, old.replaceFirst(Matcher.quoteReplacement(text)));
  }
}
