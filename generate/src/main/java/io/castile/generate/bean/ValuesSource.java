package io.castile.generate.bean;

/** The class that beans with {@code equals} or {@code copy} call for what is in them. */
final class ValuesSource {
  static final String CLASS = "BeanValues";
  static final String COPYABLE = "Copyable";

  private ValuesSource() {}

  static String of(String packageName) {
    return """
        package %s;

        import jakarta.xml.bind.JAXBElement;
        import java.lang.reflect.Array;
        import java.util.ArrayList;
        import java.util.Arrays;
        import java.util.List;
        import java.util.Objects;
        import org.w3c.dom.Node;

        /** Compares and copies what is in beans. An absent list is an empty one. */
        public final class BeanValues {
          private BeanValues() {}

          /** A bean that can be copied. */
          public interface Copyable {
            /** Returns a copy that has nothing in common with this. */
            Copyable copy();
          }

          public static boolean equal(Object one, Object other) {
            if (one instanceof List<?> || other instanceof List<?>) {
              List<?> ones = one == null ? List.of() : (List<?>) one;
              List<?> others = other == null ? List.of() : (List<?>) other;
              if (ones.size() != others.size()) {
                return false;
              }
              for (int i = 0; i < ones.size(); i++) {
                if (!equal(ones.get(i), others.get(i))) {
                  return false;
                }
              }
              return true;
            }
            if (one instanceof JAXBElement<?> && other instanceof JAXBElement<?>) {
              JAXBElement<?> element = (JAXBElement<?>) one;
              JAXBElement<?> another = (JAXBElement<?>) other;
              return element.getName().equals(another.getName())
                  && element.isNil() == another.isNil()
                  && equal(element.getValue(), another.getValue());
            }
            if (one instanceof Node && other instanceof Node) {
              return ((Node) one).isEqualNode((Node) other);
            }
            return Objects.deepEquals(one, other);
          }

          public static int hash(Object value) {
            if (value instanceof List<?>) {
              int hash = 0;
              for (Object each : (List<?>) value) {
                hash = 31 * hash + hash(each);
              }
              return hash;
            }
            if (value instanceof JAXBElement<?>) {
              JAXBElement<?> element = (JAXBElement<?>) value;
              return 31 * element.getName().hashCode() + hash(element.getValue());
            }
            if (value instanceof Node) {
              return ((Node) value).getNodeName().hashCode();
            }
            return Arrays.deepHashCode(new Object[] {value});
          }

          public static String text(Object value) {
            if (value instanceof JAXBElement<?>) {
              JAXBElement<?> element = (JAXBElement<?>) value;
              return element.isNil() ? "nil" : text(element.getValue());
            }
            if (value instanceof List<?>) {
              List<String> texts = new ArrayList<>();
              for (Object each : (List<?>) value) {
                texts.add(text(each));
              }
              return texts.toString();
            }
            if (value != null && value.getClass().isArray()) {
              return value.getClass().getComponentType() + "[" + Array.getLength(value) + "]";
            }
            return String.valueOf(value);
          }

          /** Returns a copy; what cannot change, and data that is a stream, is the same. */
          @SuppressWarnings("unchecked") // a copy has the type of what it is of
          public static <T> T copy(T value) {
            if (value instanceof Copyable) {
              return (T) ((Copyable) value).copy();
            }
            if (value instanceof List<?>) {
              List<Object> copies = new ArrayList<>();
              for (Object each : (List<?>) value) {
                copies.add(copy(each));
              }
              return (T) copies;
            }
            if (value instanceof JAXBElement<?>) {
              JAXBElement<Object> element = (JAXBElement<Object>) value;
              JAXBElement<Object> copy =
                  new JAXBElement<>(
                      element.getName(),
                      element.getDeclaredType(),
                      element.getScope(),
                      copy(element.getValue()));
              copy.setNil(element.isNil());
              return (T) copy;
            }
            if (value instanceof javax.xml.datatype.XMLGregorianCalendar) {
              return (T) ((javax.xml.datatype.XMLGregorianCalendar) value).clone();
            }
            if (value instanceof Node) {
              return (T) ((Node) value).cloneNode(true);
            }
            if (value != null && value.getClass().isArray()) {
              int length = Array.getLength(value);
              Object copy = Array.newInstance(value.getClass().getComponentType(), length);
              for (int i = 0; i < length; i++) {
                Array.set(copy, i, copy(Array.get(value, i)));
              }
              return (T) copy;
            }
            return value;
          }
        }
        """
        .formatted(packageName);
  }
}
