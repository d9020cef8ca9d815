package io.castile.bench.parameterized;

import io.castile.bench.data.RemoteTexts;
import io.castile.bench.data.Texts;
import jakarta.jws.WebService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The texts. Makes each answer once, so that making it takes no time from calls. Thread-safe. */
@WebService(
    endpointInterface = "io.castile.bench.data.Texts",
    targetNamespace = Texts.NAMESPACE,
    serviceName = "TextsService",
    portName = "TextsPort")
public final class TextsService implements Texts, RemoteTexts {
  private record Asked(int bytes, int version) {}

  private final Map<Asked, List<String>> answers = new ConcurrentHashMap<>();

  @Override
  public String getText(String name) {
    return "Hello, " + name + "!";
  }

  @Override
  public int putTexts(List<String> texts) {
    return texts == null ? 0 : texts.stream().mapToInt(String::length).sum();
  }

  @Override
  public List<String> getTexts(int bytes, int version) {
    return answers.computeIfAbsent(
        new Asked(bytes, version),
        asked -> new ArrayList<>(ParameterizedCell.request(bytes, version, 0).texts()));
  }
}
