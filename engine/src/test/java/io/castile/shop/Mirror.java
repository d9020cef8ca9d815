package io.castile.shop;

import jakarta.jws.WebParam;
import java.util.List;

/** Generic operations, to be inherited. */
public interface Mirror<T> {
  T one(@WebParam(name = "value") T value);

  List<T> many(@WebParam(name = "values") List<T> values);
}
