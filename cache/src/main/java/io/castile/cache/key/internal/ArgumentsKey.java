package io.castile.cache.key.internal;

import io.castile.cache.graph.GraphSize;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.graph.ObjectLayout;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.KeyKind;

/** A key that has the arguments of a call. */
public final class ArgumentsKey extends CacheKey {
  private final ArgumentForm[] forms;
  private final Object[] arguments;
  private final boolean stored;

  private ArgumentsKey(
      CacheKey.Scope scope, ArgumentForm[] forms, Object[] arguments, int hash, boolean stored) {
    super(scope, hash);
    this.forms = forms;
    this.arguments = arguments;
    this.stored = stored;
  }

  /**
   * @param forms shared by all keys of the operation
   * @param arguments one for each form; not copied
   */
  static ArgumentsKey of(CacheKey.Scope scope, ArgumentForm[] forms, Object[] arguments) {
    return new ArgumentsKey(scope, forms, arguments, hash(forms, arguments), false);
  }

  private static int hash(ArgumentForm[] forms, Object[] arguments) {
    int hash = 1;
    for (int i = 0; i < forms.length; i++) {
      hash = 31 * hash + forms[i].hash(arguments[i]);
    }
    return hash;
  }

  @Override
  public KeyKind kind() {
    return KeyKind.ARGUMENTS;
  }

  @Override
  public CacheKey toStored() {
    if (stored) {
      return this;
    }
    Object[] copies = new Object[arguments.length];
    for (int i = 0; i < forms.length; i++) {
      copies[i] = forms[i].copy(arguments[i]);
    }
    ArgumentsKey key = new ArgumentsKey(scope(), forms, copies, hash(forms, copies), true);
    if (!key.equals(this)) {
      throw new NotCacheableException("an argument was changed while its call was under way");
    }
    return key;
  }

  @Override
  public long weight() {
    return ObjectLayout.object(3, 5) + GraphSize.of(arguments) + scope().weight();
  }

  public Object argument(int index) {
    return arguments[index];
  }

  @Override
  protected boolean sameContent(CacheKey other) {
    ArgumentsKey key = (ArgumentsKey) other;
    if (key.forms != forms) {
      return false; // of another service model, or of other settings
    }
    try {
      for (int i = 0; i < forms.length; i++) {
        if (!forms[i].equal(arguments[i], key.arguments[i])) {
          return false;
        }
      }
      return true;
    } catch (RuntimeException | StackOverflowError e) {
      return false; // code of the application's failed: no response is better than a wrong one
    }
  }
}
