package io.castile.papers;

import com.github.benmanes.caffeine.cache.Cache;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.internal.ResponseForms;
import io.castile.soap.envelope.StackReserve;
import org.jspecify.annotations.Nullable;

/** Reads answers in a form of the paper, each by the last one under its key. Thread-safe. */
final class PaperReceiver implements ResponseForms.Receiver {
  private final DifferentialOptions.Form form;
  private final double maxChanged; // which only an end that sends uses
  private final Cache<Object, PaperState> states;

  PaperReceiver(DifferentialOptions.Form form, ResponseForms.Bounds bounds) {
    this.form = form;
    this.maxChanged = bounds.maxChangedElements();
    this.states = PaperState.kept(bounds);
  }

  @Override
  public ResponseForms.Turn turn(Object key) {
    return new KeyTurn(key, states.getIfPresent(key));
  }

  @Override
  public long keptBytes() {
    return PaperState.keptBytes(states);
  }

  /** Reads in the state that was named, whatever other answers have come since. */
  private final class KeyTurn implements ResponseForms.Turn {
    private final Object key;
    private final @Nullable PaperState held; // null for none

    KeyTurn(Object key, @Nullable PaperState held) {
      this.key = key;
      this.held = held;
    }

    @Override
    public long state() {
      return held == null ? Instance.NO_VERSION : held.version();
    }

    @Override
    public byte[] message(byte[] body, long next, int maxBytes) throws DeltaException {
      PaperLink link = held == null ? PaperForms.newLink(form, maxChanged) : held.next();
      byte[] message = link.decode(body, maxBytes);
      StackReserve.require();
      states.put(key, new PaperState(next, form, link));
      return message;
    }

    @Override
    public void drop() {
      if (held != null) {
        states.asMap().remove(key, held);
      }
    }
  }
}
