package io.castile.cache.graph;

import io.castile.cache.graph.TypeShape.Entries;
import io.castile.cache.graph.TypeShape.Items;
import io.castile.cache.graph.TypeShape.Order;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The collections and maps of the JDK, each exactly itself: a subclass may do anything. */
final class ContainerShapes {
  private static final Map<Class<?>, TypeShape> MODIFIABLE =
      Map.ofEntries(
          items(ArrayList.class, Order.LIST, from -> new ArrayList<>(from.size())),
          items(LinkedList.class, Order.LIST, from -> new LinkedList<>()),
          items(Vector.class, Order.LIST, from -> new Vector<>(from.size())),
          items(CopyOnWriteArrayList.class, Order.LIST, from -> new CopyOnWriteArrayList<>()),
          items(ArrayDeque.class, Order.LIST, from -> new ArrayDeque<>(from.size())),
          items(HashSet.class, Order.SET, from -> new HashSet<>(room(from.size()))),
          items(
              LinkedHashSet.class,
              Order.ORDERED_SET,
              from -> new LinkedHashSet<>(room(from.size()))),
          items(
              TreeSet.class,
              Order.ORDERED_SET,
              from -> new TreeSet<>(checked(((SortedSet<?>) from).comparator()))),
          entries(HashMap.class, false, from -> new HashMap<>(room(from.size()))),
          entries(Hashtable.class, false, from -> new Hashtable<>(room(from.size()))),
          entries(
              ConcurrentHashMap.class, false, from -> new ConcurrentHashMap<>(room(from.size()))),
          entries(LinkedHashMap.class, true, from -> new LinkedHashMap<>(room(from.size()))),
          entries(EnumMap.class, true, ContainerShapes::emptyEnumMap),
          entries(
              TreeMap.class,
              true,
              from -> new TreeMap<>(checked(((SortedMap<?, ?>) from).comparator()))));

  private static final String COLLECTIONS = "java.util.Collections$";

  private ContainerShapes() {}

  private static Map.Entry<Class<?>, TypeShape> items(
      Class<?> type, Order order, Function<Collection<?>, Collection<Object>> empty) {
    return Map.entry(type, new Items(order, empty, null, false));
  }

  private static Map.Entry<Class<?>, TypeShape> entries(
      Class<?> type, boolean ordered, Function<Map<?, ?>, Map<Object, Object>> empty) {
    return Map.entry(type, new Entries(ordered, empty, null, false));
  }

  /** The initial capacity for which a hash table does not grow. */
  private static int room(int size) {
    return size + size / 2 + 1;
  }

  /** The shape of a collection or map of the JDK; null if the class is none that is known. */
  static @Nullable TypeShape of(Class<?> type) {
    TypeShape known = MODIFIABLE.get(type);
    if (known != null) {
      return known;
    }
    String name = type.getName();
    if (type.getClassLoader() != null || !name.startsWith("java.util.")) {
      return null;
    }
    if (name.startsWith("java.util.ImmutableCollections$")) {
      return immutable(type);
    }
    if (name.equals("java.util.Arrays$ArrayList")) {
      return list(items -> Arrays.asList(items.toArray()), false);
    }
    return name.startsWith(COLLECTIONS) ? wrapper(name.substring(COLLECTIONS.length())) : null;
  }

  /**
   * The classes that {@code List.of}, {@code Set.of}, {@code Map.of} and {@code Stream.toList}
   * return.
   */
  private static @Nullable TypeShape immutable(Class<?> type) {
    if (List.class.isAssignableFrom(type)) {
      // As Stream.toList, which takes null where it was.
      return list(items -> Collections.unmodifiableList(new ArrayList<>(items)), true);
    }
    if (Set.class.isAssignableFrom(type)) {
      return new Items(Order.SET, from -> new HashSet<>(), items -> asSet(Set.copyOf(items)), true);
    }
    return Map.class.isAssignableFrom(type)
        ? new Entries(false, from -> new HashMap<>(), Map::copyOf, true)
        : null;
  }

  /**
   * Returns the shape of a wrapper of {@code Collections}: the wrapped collection may still be
   * changed.
   */
  private static @Nullable TypeShape wrapper(String name) {
    return switch (name) {
      case "EmptyList" -> list(items -> Collections.emptyList(), true);
      case "EmptySet" ->
          new Items(Order.SET, from -> new HashSet<>(), items -> Collections.emptySet(), true);
      case "EmptyMap" ->
          new Entries(false, from -> new HashMap<>(), items -> Collections.emptyMap(), true);
      case "SingletonList" -> list(items -> Collections.singletonList(first(items)), true);
      case "UnmodifiableList", "UnmodifiableRandomAccessList" ->
          list(items -> Collections.unmodifiableList((List<Object>) items), false);
      case "UnmodifiableMap" ->
          new Entries(true, from -> new LinkedHashMap<>(), Collections::unmodifiableMap, false);
      case "UnmodifiableSet" ->
          new Items(
              Order.ORDERED_SET,
              from -> new LinkedHashSet<>(),
              items -> Collections.unmodifiableSet((Set<Object>) items),
              false);
      default -> null;
    };
  }

  private static Items list(UnaryOperator<Collection<Object>> finish, boolean unmodifiable) {
    return new Items(Order.LIST, from -> new ArrayList<>(from.size()), finish, unmodifiable);
  }

  private static Collection<Object> asSet(Set<Object> set) {
    return set;
  }

  private static Object first(Collection<Object> items) {
    return items.iterator().next();
  }

  /** An order of the application's may hold on to anything. */
  @SuppressWarnings("unchecked") // compares what is in the collection already
  private static Comparator<Object> checked(Comparator<?> comparator) {
    if (comparator == null
        || comparator == String.CASE_INSENSITIVE_ORDER
        || comparator == Collections.reverseOrder()) {
      return (Comparator<Object>) comparator;
    }
    throw new NotCacheableException(
        "a sorted collection has the order " + comparator.getClass().getName());
  }

  @SuppressWarnings("unchecked") // keeps the class of its keys
  private static Map<Object, Object> emptyEnumMap(Map<?, ?> from) {
    Map<Object, Object> empty = (Map<Object, Object>) (Map<?, ?>) ((EnumMap<?, ?>) from).clone();
    empty.clear();
    return empty;
  }
}
