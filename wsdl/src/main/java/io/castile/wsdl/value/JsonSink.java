package io.castile.wsdl.value;

import org.jspecify.annotations.Nullable;

/**
 * Takes a value in the form of JSON while it is read, in the order of the text: the start of an
 * object, a name and its value, and so on to the end. Used by one thread.
 */
public interface JsonSink {
  /** Takes the start of an object. */
  void startObject();

  /** Takes the name of a member, whose value follows; each name of an object once. */
  void name(String name);

  /** Takes the end of the object that was begun last. */
  void endObject();

  /** Takes the start of an array. */
  void startArray();

  /** Takes the end of the array that was begun last. */
  void endArray();

  /**
   * Takes a whole value.
   *
   * @param value maps, lists, texts, numbers, true, false and null, as {@link
   *     MessageValues#readJson(io.castile.xml.XmlReader)} returns them
   */
  void value(@Nullable Object value);
}
