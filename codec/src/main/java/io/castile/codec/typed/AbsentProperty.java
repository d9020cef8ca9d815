package io.castile.codec.typed;

/**
 * A property without columns: a message in which it has a value goes as XML.
 *
 * @param type the class that declares it; that of an array for an element without a class
 * @param name its Java name
 * @param reason why it has no columns, for people
 */
public record AbsentProperty(Class<?> type, String name, String reason) {
  @Override
  public String toString() {
    return (type.isArray() ? "" : type.getSimpleName() + ".") + name;
  }
}
