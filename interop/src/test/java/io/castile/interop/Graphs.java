package io.castile.interop;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.w3c.dom.Node;

/** What can be done with graphs of beans by reflection alone, with no binding in between. */
final class Graphs {
  private Graphs() {}

  /** A deep copy; shares immutable values only. */
  static Object copy(Object value) {
    return copy(value, new IdentityHashMap<>());
  }

  private static Object copy(Object value, Map<Object, Object> done) {
    if (value == null || isImmutable(value)) {
      return value;
    }
    if (done.containsKey(value)) {
      return done.get(value);
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      done.put(value, copy);
      list.forEach(item -> copy.add(copy(item, done)));
      return copy;
    }
    if (value instanceof Map<?, ?> map) {
      return new HashMap<>(map);
    }
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (value instanceof XMLGregorianCalendar calendar) {
      return calendar.clone();
    }
    if (value instanceof Node node) {
      return Infoset.newDocument().importNode(node, true);
    }
    if (value instanceof JAXBElement<?> element) {
      return copyElement(element, done);
    }
    Object copy = Beans.create(value.getClass());
    done.put(value, copy);
    for (Field field : Beans.fields(value.getClass())) {
      Beans.set(field, copy, copy(Beans.get(field, value), done));
    }
    return copy;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // The value of an element copied with its type.
  private static JAXBElement<?> copyElement(JAXBElement<?> element, Map<Object, Object> done) {
    JAXBElement copy =
        new JAXBElement(
            element.getName(),
            element.getDeclaredType(),
            element.getScope(),
            copy(element.getValue(), done));
    copy.setNil(element.isNil());
    return copy;
  }

  /** Returns the class of a mutable object that both graphs hold; null if there is none. */
  static Class<?> shared(Object one, Object other) {
    Set<Object> inOne = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Object> inOther = Collections.newSetFromMap(new IdentityHashMap<>());
    collect(one, inOne);
    collect(other, inOther);
    for (Object mutable : inOne) {
      if (inOther.contains(mutable)) {
        return mutable.getClass();
      }
    }
    return null;
  }

  private static void collect(Object value, Set<Object> mutables) {
    if (value == null || isImmutable(value) || !mutables.add(value)) {
      return;
    }
    if (value instanceof List<?> list) {
      list.forEach(item -> collect(item, mutables));
    } else if (value instanceof JAXBElement<?> element) {
      collect(element.getValue(), mutables);
    } else if (isBean(value)) {
      for (Field field : Beans.fields(value.getClass())) {
        collect(Beans.get(field, value), mutables);
      }
    }
  }

  private static boolean isBean(Object value) {
    return !(value instanceof Map<?, ?>
        || value instanceof List<?>
        || value instanceof byte[]
        || value instanceof XMLGregorianCalendar
        || value instanceof JAXBElement<?>
        || value instanceof Node);
  }

  /**
   * Data handlers count as immutable: what they hand out is a new stream each time; and contexts of
   * a binding, which endpoint references have.
   */
  private static boolean isImmutable(Object value) {
    return value instanceof String
        || value instanceof JAXBContext
        || value instanceof Boolean
        || value instanceof Number
        || value instanceof Enum<?>
        || value instanceof QName
        || value instanceof Duration
        || value instanceof DataHandler;
  }

  /**
   * Changes one random value in the graph.
   *
   * @return false if nothing in it can be changed
   */
  static boolean change(Object root, Random random) {
    List<Runnable> changes = new ArrayList<>();
    collectChanges(root, random, changes, Collections.newSetFromMap(new IdentityHashMap<>()));
    if (changes.isEmpty()) {
      return false;
    }
    changes.get(random.nextInt(changes.size())).run();
    return true;
  }

  /**
   * Changes everything in the graph that can be changed, what is inside first.
   *
   * @return how many changes were made
   */
  static int changeAll(Object root, Random random) {
    List<Runnable> changes = new ArrayList<>();
    collectChanges(root, random, changes, Collections.newSetFromMap(new IdentityHashMap<>()));
    Collections.reverse(changes);
    int made = 0;
    for (Runnable change : changes) {
      try {
        change.run();
        made++;
      } catch (IndexOutOfBoundsException e) {
        // An earlier change has removed the item.
      }
    }
    return made;
  }

  @SuppressWarnings("unchecked") // What is put into a list is of the class that was there.
  private static void collectChanges(
      Object value, Random random, List<Runnable> changes, Set<Object> seen) {
    if (value == null || isImmutable(value) || !seen.add(value)) {
      return;
    }
    if (value instanceof List<?>) {
      List<Object> list = (List<Object>) value;
      for (int i = 0; i < list.size(); i++) {
        int at = i;
        Object changed = changed(list.get(i), random);
        if (changed != null) {
          changes.add(() -> list.set(at, changed));
        }
        collectChanges(list.get(i), random, changes, seen);
      }
      if (!list.isEmpty()) {
        changes.add(() -> list.remove(random.nextInt(list.size())));
      }
    } else if (value instanceof Map<?, ?>) {
      Map<QName, String> map = (Map<QName, String>) value;
      changes.add(() -> map.put(new QName("urn:castile:attributes", "new"), "value"));
    } else if (value instanceof byte[] bytes && bytes.length > 0) {
      changes.add(() -> bytes[random.nextInt(bytes.length)]++);
    } else if (value instanceof Node node) {
      changes.add(() -> node.appendChild(node.getOwnerDocument().createTextNode("changed")));
    } else if (value instanceof JAXBElement<?>) {
      JAXBElement<Object> element = (JAXBElement<Object>) value;
      Object changed = changed(element.getValue(), random);
      if (changed != null) {
        changes.add(() -> element.setValue(changed));
      }
      collectChanges(element.getValue(), random, changes, seen);
    } else if (isBean(value)) {
      for (Field field : Beans.fields(value.getClass())) {
        Object held = Beans.get(field, value);
        Object changed = changed(held, random);
        if (changed != null) {
          changes.add(() -> Beans.set(field, value, changed));
        } else if (held != null && !field.getType().isPrimitive()) {
          changes.add(() -> Beans.set(field, value, null));
        }
        collectChanges(held, random, changes, seen);
      }
    }
  }

  /** Another value of the same class; null where that is not a simple matter. */
  private static Object changed(Object value, Random random) {
    if (value instanceof String text) {
      return text + "x";
    }
    if (value instanceof Boolean flag) {
      return !flag;
    }
    if (value instanceof Byte number) {
      return (byte) (number + 1);
    }
    if (value instanceof Short number) {
      return (short) (number + 1);
    }
    if (value instanceof Integer number) {
      return number + 1;
    }
    if (value instanceof Long number) {
      return number + 1;
    }
    if (value instanceof Float number) {
      return number == 1.5f ? 2.5f : 1.5f;
    }
    if (value instanceof Double number) {
      return number == 1.5 ? 2.5 : 1.5;
    }
    if (value instanceof BigInteger number) {
      return number.add(BigInteger.ONE);
    }
    if (value instanceof BigDecimal number) {
      return number.add(BigDecimal.ONE);
    }
    if (value instanceof QName name) {
      return new QName(name.getNamespaceURI(), name.getLocalPart() + "x");
    }
    if (value instanceof Enum<?> constant) {
      Object[] constants = constant.getDeclaringClass().getEnumConstants();
      Object other = constants[random.nextInt(constants.length)];
      return other == value ? null : other;
    }
    if (value instanceof XMLGregorianCalendar calendar) {
      return changed(calendar);
    }
    return null;
  }

  private static XMLGregorianCalendar changed(XMLGregorianCalendar calendar) {
    XMLGregorianCalendar copy = (XMLGregorianCalendar) calendar.clone();
    copy.setTimezone(calendar.getTimezone() == 90 ? 120 : 90);
    return copy;
  }
}
