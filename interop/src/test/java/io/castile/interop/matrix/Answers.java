package io.castile.interop.matrix;

import java.util.stream.Collectors;

/**
 * What clients tell of an operation, in lines that programs of any language can print: the sheet
 * that came back, and before it or in its place one of
 *
 * <pre>
 * refused x6e6f
 * detail -7 x62 x61 x62
 *
 * failed Server x6f7574
 *
 * ticket x61
 *
 * told
 * </pre>
 *
 * <p>with texts as in {@link SheetText}.
 */
final class Answers {
  static final String TOLD = "told";

  private Answers() {}

  static String refused(String message, Refusal refusal) {
    String similar =
        refusal.similar.stream()
            .map(text -> " " + SheetText.hex(text))
            .collect(Collectors.joining());
    return "refused "
        + SheetText.hex(message)
        + "\ndetail "
        + refusal.number
        + " "
        + SheetText.hex(refusal.why)
        + similar;
  }

  /**
   * @param code the local name of the fault's code
   */
  static String failed(String code, String message) {
    return "failed " + code + " " + SheetText.hex(message);
  }

  static String stamped(String ticket, Sheet sheet) {
    return "ticket " + SheetText.hex(ticket) + "\n" + SheetText.of(sheet);
  }
}
