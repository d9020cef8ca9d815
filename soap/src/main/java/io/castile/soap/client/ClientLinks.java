package io.castile.soap.client;

import io.castile.soap.exchange.Interceptor;
import java.util.List;
import java.util.Objects;

/**
 * The chains of a client: the whole one, and that of a plain call. Immutable.
 *
 * @param all the interceptors in the order in which a call passes them; the last one is {@link
 *     SoapClient#transportLink}
 * @param plain the interceptors of a plain call, which is a call of a client without handlers whose
 *     options {@linkplain SoapClient.Options#isPlain ask for nothing}
 */
public record ClientLinks(List<Interceptor> all, List<Interceptor> plain) {
  public ClientLinks {
    all = List.copyOf(Objects.requireNonNull(all, "all"));
    plain = List.copyOf(Objects.requireNonNull(plain, "plain"));
  }

  /** Returns the chains of a client whose calls all pass the same interceptors. */
  public static ClientLinks of(List<Interceptor> all) {
    return new ClientLinks(all, all);
  }
}
