package io.castile.demo.gateway;

import io.castile.demo.Peer;
import io.castile.demo.Peer.Calling;
import io.castile.demo.portal.Portal;
import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A client of each stack, once without and once with a user. */
final class Clients implements AutoCloseable {
  private final List<Calling> anonymous;
  private final List<Calling> users;

  Clients(String url) {
    anonymous = all(url);
    users = all(url);
    users.forEach(each -> login(each.portal(), "user of " + each.name()));
  }

  private static List<Calling> all(String url) {
    return List.of(Peer.castileClient(url), Peer.cxfClient(url), Peer.metroClient(url));
  }

  private static void login(Portal portal, String user) {
    Map<String, Object> context = ((BindingProvider) portal).getRequestContext();
    context.put(BindingProvider.USERNAME_PROPERTY, user);
    context.put(BindingProvider.PASSWORD_PROPERTY, "secret");
  }

  int size() {
    return anonymous.size();
  }

  Calling get(int number, boolean hasUser) {
    return (hasUser ? users : anonymous).get(number);
  }

  @Override
  public void close() throws IOException {
    List<Calling> both = new ArrayList<>(anonymous);
    both.addAll(users);
    for (Calling each : both) {
      each.close();
    }
  }
}
