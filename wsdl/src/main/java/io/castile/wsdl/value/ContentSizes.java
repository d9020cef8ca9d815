package io.castile.wsdl.value;

import com.sun.xml.xsom.XSComplexType;
import com.sun.xml.xsom.XSElementDecl;
import com.sun.xml.xsom.XSModelGroup;
import com.sun.xml.xsom.XSModelGroupDecl;
import com.sun.xml.xsom.XSParticle;
import com.sun.xml.xsom.XSSchemaSet;
import com.sun.xml.xsom.XSTerm;
import com.sun.xml.xsom.XSType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * How large the types of schemas are for the validator of the JDK, which writes out each number of
 * occurrences that is around several elements, and makes an automaton of what it gets: the time for
 * that grows with the square of the size and faster, and no one can stop it.
 */
public final class ContentSizes {
  /**
   * Of elements, each as often as the numbers around it say. So many take the validator about a
   * second.
   */
  private static final long MAX_SIZE = 3_000;

  /** Likewise, for numbers in more than two levels, whose automaton has more states. */
  private static final long MAX_SIZE_OF_LEVELS = 1_000;

  private static final int FEW_LEVELS = 2;

  /**
   * Of elements, with groups in place of references, and twice where a number is around them: when
   * it is made, the validator compares each two of them.
   */
  private static final long MAX_WRITTEN = 2_000;

  /** Types of a smaller size take no time that counts. */
  private static final long SMALL = 200;

  /** So many take some hundredths of a second. */
  private static final long SOON = 500;

  /** Of all types that are not small: some seconds. */
  private static final long MAX_SIZES = 10 * MAX_SIZE;

  /** The squares of what is written of all types that are not small, likewise. */
  private static final long MAX_SQUARES = 5 * MAX_WRITTEN * MAX_WRITTEN;

  /** Sizes that are greater are not told apart. */
  private static final long MOST = 1_000_000_000_000L;

  private final Map<XSModelGroup, Size> inside = new IdentityHashMap<>(); // of what is repeated
  private final Map<XSModelGroup, Size> outside = new IdentityHashMap<>();
  private final Map<XSType, Boolean> seen = new IdentityHashMap<>(); // whether it is too large
  private final Set<XSModelGroup> walked = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<String> told = new ArrayList<>();
  private final Set<QName> types = new HashSet<>();
  private final Set<QName> elements = new HashSet<>();
  private @Nullable String unreadable; // null while there is no such type
  private long sizes; // of all types that are not small
  private long squares; // likewise
  private long largest;

  /**
   * @param all elements, each as often as the numbers around it say
   * @param written elements, each once or twice
   * @param levels of numbers within numbers
   */
  private record Size(long all, long written, int levels) {
    static final Size NONE = new Size(0, 0, 0);

    Size plus(Size other) {
      return new Size(
          Math.min(MOST, all + other.all),
          Math.min(MOST, written + other.written),
          Math.max(levels, other.levels));
    }

    boolean isTooLarge() {
      return all > (levels > FEW_LEVELS ? MAX_SIZE_OF_LEVELS : MAX_SIZE);
    }
  }

  private ContentSizes() {}

  /** Measures all types of schemas. */
  public static ContentSizes of(XSSchemaSet schemas) {
    ContentSizes all = new ContentSizes();
    schemas.iterateComplexTypes().forEachRemaining(all::look);
    schemas.iterateElementDecls().forEachRemaining(all::look);
    schemas.iterateModelGroupDecls().forEachRemaining(each -> all.walk(each.getModelGroup()));
    return all;
  }

  /** Returns a warning for each type that is too large to be validated. */
  public List<String> told() {
    return Collections.unmodifiableList(told);
  }

  /** Returns why the validator could not even be made in time; null where it can. */
  public @Nullable String unreadable() {
    return unreadable;
  }

  /** Returns the names of the types that are too large. */
  public Set<QName> types() {
    return Collections.unmodifiableSet(types);
  }

  /** Returns the names of elements, local ones too, that are declared with such a type. */
  public Set<QName> elements() {
    return Collections.unmodifiableSet(elements);
  }

  /** Whether the validator is soon done with each type, so that an event loop may wait for it. */
  public boolean areSmall() {
    return largest <= SOON;
  }

  private void look(XSElementDecl element) {
    boolean isLarge =
        element.getType() instanceof XSComplexType type
            && look(type, "of element", element.getName());
    if (isLarge) {
      elements.add(new QName(element.getTargetNamespace(), element.getName()));
    }
  }

  private void look(XSComplexType type) {
    look(type, "", "");
  }

  /** Looks at a type, and at those of the elements in it; returns whether it is too large. */
  private boolean look(XSComplexType type, String kind, String name) {
    Boolean known = seen.get(type);
    if (known != null) {
      return known;
    }
    XSParticle content = type.getContentType().asParticle();
    if (content == null) {
      seen.put(type, false);
      return false;
    }
    Size size = size(content, false);
    largest = Math.max(largest, size.all);
    sizes += size.all > SMALL && !size.isTooLarge() ? size.all : 0;
    boolean isLarge = size.isTooLarge() || (size.all > SMALL && sizes > MAX_SIZES);
    seen.put(type, isLarge); // before what is in it, as that may have it again
    String shown =
        type.getName() == null
            ? "The type " + kind + " " + name
            : "The type {" + type.getTargetNamespace() + "}" + type.getName();
    if (isLarge) {
      told.add(
          shown
              + " is too large for a schema validator: its numbers of occurrences, multiplied, make "
              + (size.all == MOST ? "more than " : "")
              + size.all
              + " elements in "
              + size.levels
              + " levels, of at most "
              + (size.levels > FEW_LEVELS ? MAX_SIZE_OF_LEVELS : MAX_SIZE)
              + (size.isTooLarge() ? "" : ", and with other types more than " + MAX_SIZES));
      if (type.getName() != null) {
        types.add(new QName(type.getTargetNamespace(), type.getName()));
      }
    }
    long written = Math.min(size.written, MAX_WRITTEN + 1);
    squares += written > SMALL ? written * written : 0;
    if (unreadable == null && (size.written > MAX_WRITTEN || squares > MAX_SQUARES)) {
      unreadable =
          shown
              + " is too large for a schema validator: it has "
              + (size.written == MOST ? "more than " : "")
              + size.written
              + " elements with those of its groups, and twice where a number is around them, of at"
              + " most "
              + MAX_WRITTEN
              + (size.written > MAX_WRITTEN ? "" : ", and other types are as large");
    }
    walk(content.getTerm());
    return isLarge;
  }

  /** Looks at the types of the elements in a term, once. */
  private void walk(XSTerm term) {
    if (term.isElementDecl()) {
      look(term.asElementDecl());
      return;
    }
    XSModelGroup group = group(term);
    if (group != null && walked.add(group)) {
      for (XSParticle each : group.getChildren()) {
        walk(each.getTerm());
      }
    }
  }

  private static @Nullable XSModelGroup group(XSTerm term) {
    XSModelGroupDecl declared = term.isModelGroupDecl() ? term.asModelGroupDecl() : null;
    if (declared != null) {
      return declared.getModelGroup();
    }
    return term.isModelGroup() ? term.asModelGroup() : null;
  }

  /**
   * Measures a particle.
   *
   * @param isInside whether a particle around it comes more than once; what does not is counted
   *     without being written out
   */
  private Size size(XSParticle particle, boolean isInside) {
    long copies = copies(particle);
    int twice = copies > 1 && particle.getMaxOccurs().signum() > 0 ? 2 : 1;
    XSModelGroup group = group(particle.getTerm());
    if (copies == 0) {
      return Size.NONE;
    }
    if (group == null || isOneElement(group)) {
      return new Size(isInside ? copies : 1, isInside ? twice : 1, copies > 1 ? 1 : 0);
    }
    boolean isOnce = isOnce(particle);
    Size one = size(group, isInside || !isOnce);
    return new Size(
        Math.min(MOST, one.all * copies), // of at most 10^12 and 2^20
        Math.min(MOST, one.written * twice),
        one.levels + (copies > 1 ? 1 : 0));
  }

  private Size size(XSModelGroup group, boolean isInside) {
    Map<XSModelGroup, Size> measured = isInside ? inside : outside;
    Size known = measured.get(group);
    if (known == null) {
      known = Size.NONE;
      for (XSParticle each : group.getChildren()) {
        known = known.plus(size(each, isInside));
      }
      measured.put(group, known);
    }
    return known;
  }

  private static boolean isOnce(XSParticle particle) {
    return particle.getMinOccurs().equals(BigInteger.ONE)
        && particle.getMaxOccurs().equals(BigInteger.ONE);
  }

  private static boolean isOneElement(XSModelGroup group) {
    return group.getSize() == 1
        && group(group.getChild(0).getTerm()) == null
        && isOnce(group.getChild(0));
  }

  /** How often the validator writes a particle, which has the last one come again for no bound. */
  private static long copies(XSParticle particle) {
    BigInteger most = particle.getMaxOccurs();
    BigInteger copies = most.signum() < 0 ? particle.getMinOccurs().max(BigInteger.ONE) : most;
    return copies.min(BigInteger.valueOf(1 << 20)).longValue();
  }
}
