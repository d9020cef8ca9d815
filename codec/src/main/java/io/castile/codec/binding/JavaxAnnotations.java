package io.castile.codec.binding;

import io.castile.codec.BindingException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds annotations of Java EE, {@code javax.xml.bind}, {@code javax.jws} and {@code javax.xml.ws},
 * which nothing here reads, so that they are not ignored silently.
 *
 * <p>Where the annotations are on the class path, reflection shows them. Where they are not, it
 * leaves them out: then only the class file has them, which is looked at when something has failed
 * or a service is published, never on the way of a call.
 *
 * <p>For other modules of Castile; no compatibility promise. Thread-safe.
 */
public final class JavaxAnnotations {
  private static final String[] PACKAGES = {"javax.xml.bind.", "javax.jws.", "javax.xml.ws."};

  private JavaxAnnotations() {}

  /**
   * Looks at annotations that reflection shows.
   *
   * @param where what has them, for the message
   * @return what is wrong, as a sentence; null if none is of Java EE
   */
  public static @Nullable String in(Annotation[] annotations, Object where) {
    for (Annotation annotation : annotations) {
      String name = annotation.annotationType().getName();
      if (isKnown(name)) {
        return message(where, name);
      }
    }
    return null;
  }

  public static Annotation[] checked(AnnotatedElement element, Object where) {
    Annotation[] annotations = element.getAnnotations();
    String javax = in(annotations, where);
    if (javax != null) {
      throw new BindingException(javax);
    }
    return annotations;
  }

  private static boolean isKnown(String name) {
    if (name.startsWith("javax.")) {
      for (String start : PACKAGES) {
        if (name.startsWith(start)) {
          return true;
        }
      }
    }
    return false;
  }

  private static String message(Object where, String annotation) {
    return where
        + " has the annotation @"
        + annotation
        + " of Java EE, which is not read here. Expected @jakarta"
        + annotation.substring("javax".length())
        + ": generate the classes anew with tools of Jakarta EE 9 or later, or rename the packages"
        + " javax.xml.bind, javax.jws and javax.xml.ws to jakarta in sources or jar";
  }

  /**
   * Looks into the class files of a class and of its package.
   *
   * @return what is wrong, as a sentence; null if they have no annotation of Java EE, or cannot be
   *     read
   */
  public static @Nullable String inClassFile(Class<?> type) {
    String annotation = annotationIn(type, type.getName().replace('.', '/'));
    if (annotation != null) {
      return message(type.getName(), annotation);
    }
    String in = type.getPackageName();
    annotation = annotationIn(type, in.replace('.', '/') + "/package-info");
    return annotation == null ? null : message("package " + in, annotation);
  }

  /** The descriptor of an annotation's type stands as text among the constants of a class. */
  private static @Nullable String annotationIn(Class<?> type, String path) {
    ClassLoader loader = type.getClassLoader();
    if (loader == null || NativeImage.isRunning()) {
      return null; // of the JDK, or without a file
    }
    try (InputStream in = loader.getResourceAsStream(path + ".class")) {
      return in == null ? null : annotationIn(in.readAllBytes());
    } catch (IOException e) {
      return null; // the class itself was loaded from elsewhere
    }
  }

  private static @Nullable String annotationIn(byte[] classFile) {
    String text = new String(classFile, StandardCharsets.ISO_8859_1);
    for (String start : PACKAGES) {
      int at = text.indexOf('L' + start.replace('.', '/'));
      int end = at < 0 ? -1 : text.indexOf(';', at);
      if (end > 0) {
        return text.substring(at + 1, end).replace('/', '.');
      }
    }
    return null;
  }
}
