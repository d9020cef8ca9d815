package io.castile.cache.policy.internal;

import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.text.NameChecks;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Bytes to the nodes of one YAML document, within limits. Nothing is constructed: there are no
 * types but text, list and mapping.
 */
public final class YamlComposer {
  /** The largest file, in bytes. */
  public static final int MAX_BYTES = 1 << 20;

  /** The deepest nesting of lists and mappings. */
  public static final int MAX_DEPTH = 16;

  /** The most aliases ({@code *name}) of a file. */
  public static final int MAX_ALIASES = 100;

  /** {@code {namespace}name} without quotes. */
  private static final Pattern UNQUOTED =
      Pattern.compile("(?<=[\\s:,\\[-]|^)\\{[^{}'\"\\s]*\\}[^\\s,:'\"\\]}{#]+");

  private final String source;
  private final PolicyNodes nodes;

  /**
   * @param source what messages call the document, as a file name
   * @param nodes says where something is wrong
   */
  public YamlComposer(String source, PolicyNodes nodes) {
    this.source = source;
    this.nodes = nodes;
  }

  /**
   * Returns the root of the document.
   *
   * @param expected what it is to be, for the message if there is none
   * @throws PolicyException if the bytes are not one YAML document within the limits
   */
  public Node compose(byte[] yaml, String expected) {
    String text = decode(yaml);
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(source)
            .setCodePointLimit(MAX_BYTES)
            .setMaxAliasesForCollections(MAX_ALIASES)
            .setAllowNonScalarKeys(true) // refused with their place by PolicyNodes
            .build();
    Optional<Node> root;
    try {
      // The composer recurses into depth, the parser does not: so the limits are checked first.
      checkLimits(parser(settings, text));
      root = new Composer(settings, parser(settings, text)).getSingleNode();
    } catch (PolicyException e) {
      throw e;
    } catch (MarkedYamlEngineException e) {
      throw notYaml(nodes.location(e.getProblemMark()), problem(e) + unquoted(text, e), e);
    } catch (ReaderException e) {
      throw notYaml(
          locationOf(text, text.indexOf(Character.toString(e.getCodePoint()))),
          String.format("expected a character that YAML allows, found U+%04X", e.getCodePoint()),
          e);
    } catch (YamlEngineException | IndexOutOfBoundsException | NumberFormatException e) {
      throw notYaml(new PolicyLocation(source, 1, 1), String.valueOf(e.getMessage()), e);
    }
    return root.orElseThrow(
        () ->
            PolicyLocation.exception(
                new PolicyLocation(source, 1, 1),
                "expected " + expected + " but found an empty document",
                null));
  }

  private static Parser parser(LoadSettings settings, String text) {
    return new ParserImpl(settings, new StreamReader(settings, text));
  }

  private static PolicyException notYaml(PolicyLocation where, String problem, Exception cause) {
    return PolicyLocation.exception(where, "not YAML: " + problem, cause);
  }

  private static String problem(MarkedYamlEngineException e) {
    String context = e.getContext();
    return context == null || context.isEmpty() ? e.getProblem() : context + ", " + e.getProblem();
  }

  /** Returns advice on a name with a namespace, which without quotes begins a mapping. */
  private static String unquoted(String text, MarkedYamlEngineException e) {
    int line = e.getProblemMark().map(Mark::getLine).orElse(-1);
    List<String> lines = text.lines().toList();
    Matcher name = UNQUOTED.matcher(line < 0 || line >= lines.size() ? "" : lines.get(line));
    return name.find()
        ? "; a name with a namespace stands in quotes: '" + NameChecks.shortened(name.group()) + "'"
        : "";
  }

  private void checkLimits(Parser events) {
    int depth = 0;
    int aliases = 0;
    while (events.hasNext()) {
      Event event = events.next();
      if (event instanceof CollectionStartEvent start) {
        checkTag(event, start.getTag());
        if (++depth > MAX_DEPTH) {
          throw limit(event, "expected at most " + MAX_DEPTH + " levels of nesting, found more");
        }
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      } else if (event instanceof AliasEvent) {
        if (++aliases > MAX_ALIASES) {
          throw limit(event, "expected at most " + MAX_ALIASES + " aliases, found more");
        }
      } else if (event instanceof ScalarEvent scalar) {
        checkTag(event, scalar.getTag());
      }
    }
  }

  private void checkTag(Event event, Optional<String> tag) {
    if (tag.isPresent()) {
      throw limit(event, "expected no tag but found " + NameChecks.shortened(tag.get()));
    }
  }

  private PolicyException limit(Event event, String problem) {
    return PolicyLocation.exception(nodes.location(event.getStartMark()), problem, null);
  }

  private String decode(byte[] yaml) {
    if (yaml.length > MAX_BYTES) {
      throw PolicyLocation.exception(
          new PolicyLocation(source, 1, 1),
          "expected a file of at most " + MAX_BYTES + " bytes, found more",
          null);
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(yaml);
    CharBuffer out = CharBuffer.allocate(yaml.length);
    CoderResult result = decoder.decode(in, out, true);
    out.flip();
    String text = out.toString();
    if (result.isError()) {
      throw PolicyLocation.exception(
          locationOf(text, text.length()),
          String.format("expected UTF-8, found byte 0x%02X", yaml[in.position()]),
          null);
    }
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private PolicyLocation locationOf(String text, int index) {
    int line = 1;
    int column = 1;
    for (int i = 0;
        i < Math.min(index, text.length());
        i += Character.charCount(text.codePointAt(i))) {
      if (text.charAt(i) == '\n') {
        line++;
        column = 1;
      } else {
        column++;
      }
    }
    return new PolicyLocation(source, line, column);
  }
}
