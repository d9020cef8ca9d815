package io.castile.generate.bean;

import org.jspecify.annotations.Nullable;

/** No beans can be made of schemas. The message says where and why. */
public final class BeanException extends Exception {
  private static final long serialVersionUID = 1L;

  BeanException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
