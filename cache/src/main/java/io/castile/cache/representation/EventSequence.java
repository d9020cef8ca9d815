package io.castile.cache.representation;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.graph.ObjectLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The events that a parser found in a message, recorded once and played without a parser (the
 * sequence of events of Takase and Tatsubori, section 4.2.2, by StAX where the paper has SAX). Each
 * start tag with its attributes, and each text, is kept once, however often it comes.
 *
 * <p>Immutable and thread-safe: any number of threads may play one sequence at once, each by a
 * reader of its own.
 */
public final class EventSequence {
  /** The kinds of the events, as {@link XMLStreamConstants} has them. */
  private final byte[] kinds;

  /**
   * One for each event: a {@link Tag} for a start and an end, a {@link Note} for a processing
   * instruction, a string for text; null for the start and the end of the document.
   */
  private final @Nullable Object[] items;

  private final @Nullable String version;
  private final @Nullable String encoding;
  private final long weight;

  private EventSequence(
      byte[] kinds, @Nullable Object[] items, @Nullable String version, @Nullable String encoding) {
    this.kinds = kinds;
    this.items = items;
    this.version = version;
    this.encoding = encoding;
    this.weight = weigh();
  }

  /**
   * A processing instruction. Compared by the identity of its strings, of which a sequence has one
   * each.
   *
   * @param data may be empty
   */
  @SuppressWarnings("ReferenceEquality")
  record Note(String target, String data) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Note note && target == note.target && data == note.data;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(target) + System.identityHashCode(data);
    }
  }

  /**
   * A start tag, and the end tag that belongs to it. Compared by the identity of its strings and
   * its scope, of which a sequence has one each: a sender can choose names and values whose hash
   * codes are equal, but not where they are in memory.
   *
   * @param names of the element and then of each attribute: prefix, namespace, local name, each
   *     {@linkplain String#intern interned}, and null where the parser said null
   * @param values of the attributes, and their types
   * @param scope the namespaces that are in scope in the element
   * @param declared how many of these the tag itself declares
   */
  @SuppressWarnings({"ArrayRecordComponent", "ReferenceEquality"}) // never changed; one a scope
  record Tag(@Nullable String[] names, @Nullable String[] values, Scope scope, int declared) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Tag tag
          && declared == tag.declared
          && scope == tag.scope
          && areSame(names, tag.names)
          && areSame(values, tag.values);
    }

    private static boolean areSame(@Nullable String[] some, @Nullable String[] others) {
      if (some.length != others.length) {
        return false;
      }
      for (int i = 0; i < some.length; i++) {
        if (some[i] != others[i]) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int hashCode() {
      return 31 * hash(31 * hash(declared, names), values) + System.identityHashCode(scope);
    }

    private static int hash(int start, @Nullable String[] texts) {
      int hash = start;
      for (String text : texts) {
        hash = 31 * hash + System.identityHashCode(text);
      }
      return hash;
    }
  }

  /**
   * A namespace that is in scope, and those that were in scope before it. A sequence has one for
   * each, so that they are compared by identity, as are their strings.
   *
   * @param prefix null or empty for none
   * @param namespace null or empty for none
   * @param outer null for the outermost one
   */
  @SuppressWarnings("ReferenceEquality")
  record Scope(@Nullable String prefix, @Nullable String namespace, @Nullable Scope outer) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Scope scope
          && outer == scope.outer
          && prefix == scope.prefix
          && namespace == scope.namespace;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * System.identityHashCode(prefix) + System.identityHashCode(namespace))
          + System.identityHashCode(outer);
    }
  }

  /**
   * Records all that a parser finds.
   *
   * @param parser at the start of the document; read to its end, and not closed
   * @throws NotCacheableException if the message has a document type, or an entity reference that
   *     the parser does not expand
   * @throws XMLStreamException if the message is not well-formed
   */
  public static EventSequence of(XMLStreamReader parser) throws XMLStreamException {
    return new Recorder(parser).record();
  }

  /** Returns a reader that plays the events, at the start of the document. */
  public XMLStreamReader play() {
    return new EventPlayer(this);
  }

  /** Returns the bytes of memory that this takes, about. */
  public long weight() {
    return weight;
  }

  int size() {
    return kinds.length;
  }

  int kind(int event) {
    return kinds[event];
  }

  /** The tag of a start or an end. */
  Tag tag(int event) {
    return (Tag) Objects.requireNonNull(items[event]);
  }

  /** The text of an event that has one. */
  String text(int event) {
    return (String) Objects.requireNonNull(items[event]);
  }

  /** The processing instruction of an event that is one. */
  Note note(int event) {
    return (Note) Objects.requireNonNull(items[event]);
  }

  @Nullable String version() {
    return version;
  }

  @Nullable String encoding() {
    return encoding;
  }

  private long weigh() {
    Weight sum = new Weight();
    sum.bytes +=
        ObjectLayout.object(4, 8)
            + ObjectLayout.array(byte.class, kinds.length)
            + ObjectLayout.references(items.length);
    for (Object item : items) {
      sum.add(item);
    }
    return sum.bytes;
  }

  /** Adds up what is kept, each part of it once. Owned by the thread that records. */
  private static final class Weight {
    private final Set<Object> seen = new HashSet<>();
    private long bytes;

    /** What all sequences share does not count. */
    Weight() {
      add(EventPlayer.OUTERMOST);
      bytes = 0;
    }

    void add(@Nullable Object item) {
      if (item == null || !seen.add(item)) {
        return;
      }
      if (item instanceof String text) {
        bytes += ObjectLayout.text(text);
      } else if (item instanceof Tag tag) {
        bytes += ObjectLayout.object(3, 4);
        addAll(tag.names);
        addAll(tag.values);
        add(tag.scope);
      } else if (item instanceof Scope innermost) {
        Scope scope = innermost; // one is known already, with all around it
        do {
          bytes += ObjectLayout.object(3, 0);
          add(scope.prefix);
          add(scope.namespace);
          scope = scope.outer;
        } while (scope != null && seen.add(scope));
      } else if (item instanceof Note note) {
        bytes += ObjectLayout.object(2, 0);
        add(note.target);
        add(note.data);
      }
    }

    private void addAll(@Nullable String[] texts) {
      if (texts.length > 0) {
        bytes += ObjectLayout.references(texts.length);
      }
      for (String text : texts) {
        add(text);
      }
    }
  }

  /** Records what a parser finds. Owned by the thread that records. */
  private static final class Recorder {
    private static final String[] NO_VALUES = {};

    private final XMLStreamReader parser;
    private final Map<Object, Object> known = new HashMap<>();
    private final List<@Nullable Object> items = new ArrayList<>();
    private final List<Tag> open = new ArrayList<>();
    private byte[] kinds = new byte[64];

    Recorder(XMLStreamReader parser) {
      this.parser = parser;
    }

    EventSequence record() throws XMLStreamException {
      String version = parser.getVersion();
      String encoding = parser.getCharacterEncodingScheme();
      add(XMLStreamConstants.START_DOCUMENT, null);
      while (parser.hasNext()) {
        int kind = parser.next();
        add(kind, item(kind));
      }
      return new EventSequence(
          Arrays.copyOf(kinds, items.size()), items.toArray(), version, encoding);
    }

    private void add(int kind, @Nullable Object item) {
      if (items.size() == kinds.length) {
        kinds = Arrays.copyOf(kinds, 2 * kinds.length);
      }
      kinds[items.size()] = (byte) kind;
      items.add(item);
    }

    private @Nullable Object item(int kind) {
      return switch (kind) {
        case XMLStreamConstants.START_ELEMENT -> {
          Tag tag = once(tag());
          open.add(tag);
          yield tag;
        }
        case XMLStreamConstants.END_ELEMENT -> open.remove(open.size() - 1);
        case XMLStreamConstants.CHARACTERS,
            XMLStreamConstants.CDATA,
            XMLStreamConstants.SPACE,
            XMLStreamConstants.COMMENT ->
            once(parser.getText());
        case XMLStreamConstants.PROCESSING_INSTRUCTION ->
            once(new Note(once(parser.getPITarget()), once(text(parser.getPIData()))));
        case XMLStreamConstants.END_DOCUMENT -> null;
        default ->
            throw new NotCacheableException(
                "expected elements, texts, comments and processing instructions, found event "
                    + kind);
      };
    }

    private Tag tag() {
      int attributes = parser.getAttributeCount();
      @Nullable String[] names = new String[3 * (attributes + 1)];
      @Nullable String[] values = attributes == 0 ? NO_VALUES : new String[2 * attributes];
      name(names, 0, parser.getPrefix(), parser.getNamespaceURI(), parser.getLocalName());
      for (int i = 0; i < attributes; i++) {
        name(
            names,
            3 * (i + 1),
            parser.getAttributePrefix(i),
            parser.getAttributeNamespace(i),
            parser.getAttributeLocalName(i));
        values[2 * i] = once(parser.getAttributeValue(i));
        values[2 * i + 1] = interned(parser.getAttributeType(i));
      }
      int declared = parser.getNamespaceCount();
      Scope scope = open.isEmpty() ? EventPlayer.OUTERMOST : open.get(open.size() - 1).scope;
      for (int i = 0; i < declared; i++) {
        scope =
            once(
                new Scope(
                    interned(parser.getNamespacePrefix(i)),
                    interned(parser.getNamespaceURI(i)),
                    scope));
      }
      return new Tag(names, values, scope, declared);
    }

    private static void name(
        @Nullable String[] names,
        int at,
        @Nullable String prefix,
        @Nullable String uri,
        String local) {
      names[at] = interned(prefix);
      names[at + 1] = interned(uri);
      names[at + 2] = local.intern();
    }

    private static @Nullable String interned(@Nullable String text) {
      return text == null ? null : text.intern();
    }

    private static String text(@Nullable String text) {
      return text == null ? "" : text;
    }

    /** The item that was recorded before, where there is one that is equal. */
    @SuppressWarnings("unchecked") // equal items are of one class
    private <T> T once(T item) {
      Object earlier = known.putIfAbsent(item, item);
      return earlier == null ? item : (T) earlier;
    }
  }
}
