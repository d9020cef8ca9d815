package io.castile.cache.representation;

import io.castile.cache.graph.ObjectLayout;
import io.castile.xml.XmlReader;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A message in parts, of which each start tag is kept once, however often it stands in the message,
 * and put together again without its comments and processing instructions. The codec's reader takes
 * that as it takes any message: this is kept for its size, and is not the paper's sequence of
 * events, which needs no parser (decision 21).
 *
 * <p>{@code codes} is a row of unsigned LEB128 numbers:
 *
 * <pre>
 *   0            end of the innermost open element
 *   1 n byte*n   text of n bytes, escaped as in the message
 *   t + 2        start tag number t in {@code tags}: the bytes from &lt; to &gt;
 * </pre>
 *
 * An empty-element tag is a start tag without an end.
 *
 * <p>Immutable and thread-safe.
 */
final class TagsAndTexts {
  private static final int END = 0;
  private static final int TEXT = 1;
  private static final int FIRST_TAG = 2;

  private final byte[][] tags;
  private final byte[] codes;
  private final int length; // of the message in bytes

  private TagsAndTexts(byte[][] tags, byte[] codes, int length) {
    this.tags = tags;
    this.codes = codes;
    this.length = length;
  }

  /** The index behind the name of a start tag. */
  private static int nameEnd(byte[] tag) {
    int end = 1;
    while (end < tag.length && tag[end] != ' ' && tag[end] != '>' && tag[end] != '/') {
      end++;
    }
    return end;
  }

  /**
   * Records a message in UTF-8 whose tags are written as ours are: a space behind the name, no
   * white space in end tags.
   */
  static TagsAndTexts of(byte[] message) {
    return new Recorder(message).record();
  }

  /** The message. */
  byte[] message() {
    byte[] out = new byte[length];
    int to = 0;
    byte[][] openTags = new byte[16][];
    int depth = 0;
    Numbers numbers = new Numbers(codes);
    while (numbers.at < codes.length) {
      int code = numbers.next();
      if (code == END) {
        to = endTag(openTags[--depth], out, to);
      } else if (code == TEXT) {
        int size = numbers.next();
        System.arraycopy(codes, numbers.at, out, to, size);
        numbers.at += size;
        to += size;
      } else {
        byte[] tag = tags[code - FIRST_TAG];
        System.arraycopy(tag, 0, out, to, tag.length);
        to += tag.length;
        if (tag[tag.length - 2] != '/') {
          if (depth == openTags.length) {
            openTags = Arrays.copyOf(openTags, 2 * depth);
          }
          openTags[depth++] = tag;
        }
      }
    }
    return out;
  }

  /** Writes the end tag for a start tag; returns the index behind it. */
  private static int endTag(byte[] tag, byte[] out, int to) {
    int name = nameEnd(tag) - 1;
    out[to] = '<';
    out[to + 1] = '/';
    System.arraycopy(tag, 1, out, to + 2, name);
    out[to + 2 + name] = '>';
    return to + name + 3;
  }

  /** Reads the numbers of {@code codes}. */
  private static final class Numbers {
    private final byte[] codes;
    private int at; // the next byte

    Numbers(byte[] codes) {
      this.codes = codes;
    }

    int next() {
      int number = 0;
      int shift = 0;
      byte part;
      do {
        part = codes[at++];
        number |= (part & 0x7f) << shift;
        shift += 7;
      } while (part < 0);
      return number;
    }
  }

  long weight() {
    long bytes = ObjectLayout.object(2, 4) + ObjectLayout.references(tags.length);
    for (byte[] tag : tags) {
      bytes += ObjectLayout.array(byte.class, tag.length);
    }
    return bytes + ObjectLayout.array(byte.class, codes.length);
  }

  /** Cuts a message at its events. */
  private static final class Recorder {
    private final byte[] message;
    private final Map<Bytes, Integer> numbers = new HashMap<>();
    private final List<byte[]> tags = new ArrayList<>();
    private final ByteArrayOutputStream codes = new ByteArrayOutputStream();
    private int length;

    Recorder(byte[] message) {
      this.message = message;
    }

    TagsAndTexts record() {
      XmlReader in = new XmlReader().reset(message, 0, message.length);
      int event = in.next();
      while (event != XmlReader.END_DOCUMENT) {
        int from = in.offset();
        int kind = event;
        event = in.next();
        add(kind, from, in.offset());
      }
      return new TagsAndTexts(tags.toArray(new byte[0][]), codes.toByteArray(), length);
    }

    /** Adds the event whose bytes are given: the next one begins where it ends. */
    private void add(int event, int from, int to) {
      switch (event) {
        case XmlReader.START_ELEMENT -> {
          number(FIRST_TAG + tag(from, to));
          length += to - from;
        }
        case XmlReader.END_ELEMENT -> {
          if (to > from) { // none of an empty-element tag
            number(END);
            length += to - from;
          }
        }
        case XmlReader.TEXT -> {
          number(TEXT);
          number(to - from);
          codes.write(message, from, to - from);
          length += to - from;
        }
        default -> {
          // Comments and processing instructions are not read.
        }
      }
    }

    private int tag(int from, int to) {
      byte[] bytes = Arrays.copyOfRange(message, from, to);
      return numbers.computeIfAbsent(
          new Bytes(bytes),
          key -> {
            tags.add(bytes);
            return tags.size() - 1;
          });
    }

    private void number(int value) {
      int rest = value;
      while (rest > 0x7f) {
        codes.write(rest & 0x7f | 0x80);
        rest >>>= 7;
      }
      codes.write(rest);
    }
  }
}
