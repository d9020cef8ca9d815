// Calls the probe as a file says, and prints what comes back; the forms are ProgramCaller's.
// Arguments: the URL of the service, the style, the version of SOAP, the file.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>
#include "soapH.h"
#include "ProbePortBinding.nsmap"

namespace {

typedef std::vector<std::string> Words;

std::string text(const std::string &word) {
  std::string bytes;
  for (size_t i = 1; i + 1 < word.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(word.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

std::string hex(const char *bytes, size_t length) {
  static const char DIGITS[] = "0123456789abcdef";
  std::string word = "x";
  for (size_t i = 0; i < length; i++) {
    word.push_back(DIGITS[static_cast<unsigned char>(bytes[i]) >> 4]);
    word.push_back(DIGITS[bytes[i] & 15]);
  }
  return word;
}

std::string hex(const std::string &value) { return hex(value.data(), value.size()); }

double number(const std::string &word) {
  uint64_t bits = std::stoull(word, nullptr, 16);
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::string bits(double value) {
  uint64_t number;
  std::memcpy(&number, &value, sizeof number);
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016" PRIx64, number);
  return digits;
}

t__colour colour(struct soap *soap, const std::string &word) {
  t__colour value;
  if (soap_s2t__colour(soap, text(word).c_str(), &value)) {
    std::fprintf(stderr, "no colour: %s\n", word.c_str());
    std::exit(1);
  }
  return value;
}

std::string hex(struct soap *soap, t__colour value) {
  return hex(std::string(soap_t__colour2s(soap, value)));
}

std::string *string(struct soap *soap, const std::string &value) {
  std::string *copy = soap_new_std__string(soap);
  *copy = value;
  return copy;
}

template <typename Value>
Value *copy(struct soap *soap, Value value) {
  Value *place = static_cast<Value *>(soap_malloc(soap, sizeof(Value)));
  *place = value;
  return place;
}

xsd__base64Binary *picture(struct soap *soap, const std::string &word) {
  std::string bytes = text(word);
  xsd__base64Binary *picture = soap_new_xsd__base64Binary(soap);
  picture->__size = static_cast<int>(bytes.size());
  picture->__ptr = static_cast<unsigned char *>(soap_malloc(soap, bytes.size()));
  std::memcpy(picture->__ptr, bytes.data(), bytes.size());
  picture->type = soap_strdup(soap, "application/octet-stream");  // which makes a part of it
  return picture;
}

void set(struct soap *soap, t__sheet &sheet, const std::string &field, const Words &words) {
  if (field == "colours") {
    for (auto &word : words) sheet.colours.push_back(colour(soap, word));
  } else if (field == "values") {
    for (auto &word : words) sheet.values.push_back(number(word));
  } else if (field == "words") {
    for (auto &word : words) sheet.words.push_back(text(word));
  } else if (field == "gaps") {
    for (auto &word : words) {
      sheet.gaps.push_back(word == "nil" ? nullptr : copy(soap, std::stoi(word)));
    }
  } else if (words[0] == "nil") {
    return;
  } else if (field == "name") {
    sheet.name = text(words[0]);
  } else if (field == "text") {
    sheet.text = string(soap, text(words[0]));
  } else if (field == "note") {
    sheet.note = string(soap, text(words[0]));
  } else if (field == "amount") {
    sheet.amount = string(soap, words[0]);
  } else if (field == "count") {
    sheet.count = copy<LONG64>(soap, std::stoll(words[0]));
  } else if (field == "day") {
    sheet.day = string(soap, words[0]);
  } else if (field == "moment") {
    sheet.moment = copy<time_t>(soap, std::stoll(words[0]) / 1000);
  } else if (field == "colour") {
    sheet.colour = copy(soap, colour(soap, words[0]));
  } else if (field == "picture") {
    sheet.picture = picture(soap, words[0]);
  }
}

template <typename Value>
void print(const char *field, const Value *value,
           const std::function<std::string(const Value &)> &form) {
  std::printf("%s %s\n", field, value ? form(*value).c_str() : "nil");
}

template <typename Value>
void print_list(const char *field, const std::vector<Value> &values,
                const std::function<std::string(const Value &)> &form) {
  std::printf("%s", field);
  for (auto &value : values) {
    std::printf(" %s", form(value).c_str());
  }
  std::printf("\n");
}

void print(struct soap *soap, const t__sheet &sheet) {
  auto texts = [](const std::string &value) { return hex(value); };
  auto same = [](const std::string &value) { return value; };
  auto colours = [soap](t__colour value) { return hex(soap, value); };
  print<std::string>("name", &sheet.name, texts);
  print<std::string>("text", sheet.text, texts);
  print<std::string>("note", sheet.note, texts);
  print<std::string>("amount", sheet.amount, same);
  print<LONG64>("count", sheet.count, [](LONG64 value) { return std::to_string(value); });
  print<std::string>("day", sheet.day, same);
  print<time_t>("moment", sheet.moment,
                [](time_t value) { return std::to_string(value * 1000LL); });
  print<t__colour>("colour", sheet.colour, colours);
  print_list<t__colour>("colours", sheet.colours, colours);
  print_list<double>("values", sheet.values, bits);
  print_list<std::string>("words", sheet.words, texts);
  print_list<int *>("gaps", sheet.gaps, [](int *value) {
    return value ? std::to_string(*value) : std::string("nil");
  });
  print<xsd__base64Binary>("picture", sheet.picture, [](const xsd__base64Binary &value) {
    return hex(reinterpret_cast<const char *>(value.__ptr), value.__size);
  });
}

// Calls that gSOAP has generated. The names of the types of wrappers depend on what the description
// has for them: these templates take what they are.
template <typename Request, typename Response>
using Generated = int (*)(struct soap *, const char *, const char *, Request *, Response &);

template <typename Request>
using GeneratedOneWay = int (*)(struct soap *, const char *, const char *, Request *);

typedef std::function<int(struct soap *, const char *, t__sheet *, t__sheet *&)> Call;
typedef std::function<int(struct soap *, const char *, t__sheet *)> OneWay;

// What one style makes of the operations. All return gSOAP's error code.
struct Style {
  Call echo, refuse, fail, stamp;
  OneWay tell;
  std::string *SOAP_ENV__Header::*caller;
  std::string *SOAP_ENV__Header::*ticket;
};

template <typename Request, typename Response>
Call wrapped(Generated<Request, Response> call) {
  return [call](struct soap *soap, const char *url, t__sheet *sheet, t__sheet *&answer) {
    Request request;
    request.sheet = sheet;
    Response response;
    int error = call(soap, url, nullptr, &request, response);
    answer = response.return_;
    return error;
  };
}

// Where there are headers gSOAP has a structure around the wrapper, with one of two names in it.
template <typename Response>
auto wrapper(const Response &response, int) -> decltype(response.w__stampResponse) {
  return response.w__stampResponse;
}

template <typename Response>
auto wrapper(const Response &response, long) -> decltype(response.w__stampResponse_) {
  return response.w__stampResponse_;
}

template <typename Request, typename Response>
Call wrapped_with_headers(Generated<Request, Response> call) {
  return [call](struct soap *soap, const char *url, t__sheet *sheet, t__sheet *&answer) {
    Request request;
    request.sheet = sheet;
    Response response;
    int error = call(soap, url, nullptr, &request, response);
    answer = error ? nullptr : wrapper(response, 0)->return_;
    return error;
  };
}

template <typename Request>
OneWay wrapped_one_way(GeneratedOneWay<Request> send) {
  return [send](struct soap *soap, const char *url, t__sheet *sheet) {
    Request request;
    request.sheet = sheet;
    return send(soap, url, nullptr, &request);
  };
}

Call bare(Generated<t__sheet, t__sheet> call) {
  return [call](struct soap *soap, const char *url, t__sheet *sheet, t__sheet *&answer) {
    answer = soap_new_t__sheet(soap);
    return call(soap, url, nullptr, sheet, *answer);
  };
}

Call bare_with_headers(Generated<t__sheet, __b__stampResponse> call) {
  return [call](struct soap *soap, const char *url, t__sheet *sheet, t__sheet *&answer) {
    __b__stampResponse response;
    int error = call(soap, url, nullptr, sheet, response);
    answer = response.b__stampResponse;
    return error;
  };
}

template <typename Response>
Call rpc(Generated<t__sheet, Response> call) {
  return [call](struct soap *soap, const char *url, t__sheet *sheet, t__sheet *&answer) {
    Response response;
    int error = call(soap, url, nullptr, sheet, response);
    answer = response.return_;
    return error;
  };
}

OneWay one_way(GeneratedOneWay<t__sheet> send) {
  return [send](struct soap *soap, const char *url, t__sheet *sheet) {
    return send(soap, url, nullptr, sheet);
  };
}

Style style(const std::string &name) {
  if (name == "WRAPPED") {
    return {wrapped(soap_call___w__echo),
            wrapped(soap_call___w__refuse),
            wrapped(soap_call___w__fail),
            wrapped_with_headers(soap_call___w__stamp),
            wrapped_one_way(soap_send___w__tell),
            &SOAP_ENV__Header::w__caller,
            &SOAP_ENV__Header::w__ticket};
  }
  if (name == "BARE") {
    return {bare(soap_call___b__echo),
            bare(soap_call___b__refuse),
            bare(soap_call___b__fail),
            bare_with_headers(soap_call___b__stamp),
            one_way(soap_send___b__tell),
            &SOAP_ENV__Header::b__caller,
            &SOAP_ENV__Header::b__ticket};
  }
  return {rpc(soap_call_r__echo),
          rpc(soap_call_r__refuse),
          rpc(soap_call_r__fail),
          rpc(soap_call_r__stamp),
          one_way(soap_send_r__tell),
          &SOAP_ENV__Header::r__caller,
          &SOAP_ENV__Header::r__ticket};
}

void print_error(struct soap *soap) {
  std::ostringstream message;
  soap_stream_fault(soap, message);
  std::string line = message.str();
  for (char &c : line) {
    if (c == '\n') c = ' ';
  }
  std::printf("error %s\n", line.c_str());
}

void print_refusal(struct soap *soap) {
  SOAP_ENV__Fault *fault = soap->fault;
  SOAP_ENV__Detail *detail = fault ? fault->detail : nullptr;
  if (fault && !detail) {
    detail = fault->SOAP_ENV__Detail;
  }
  if (!detail || !detail->t__refused) {
    return print_error(soap);
  }
  const t__refusal &refusal = *detail->t__refused;
  std::printf("refused %s\n", hex(*soap_faultstring(soap)).c_str());
  std::printf("detail %d %s", refusal.number, hex(refusal.why).c_str());
  print_list<std::string>("", refusal.similar, [](const std::string &value) { return hex(value); });
}

void print_failure(struct soap *soap) {
  if (!soap->fault) {
    return print_error(soap);
  }
  std::string code = *soap_faultcode(soap);
  std::printf("failed %s %s\n", code.substr(code.find(':') + 1).c_str(),
              hex(*soap_faultstring(soap)).c_str());
}

void call(struct soap *soap, const char *url, const Style &style, const std::string &operation,
          t__sheet *sheet) {
  t__sheet *answer = nullptr;
  if (operation == "refuse") {
    return style.refuse(soap, url, sheet, answer) ? print_refusal(soap) : print(soap, *answer);
  }
  if (operation == "fail") {
    return style.fail(soap, url, sheet, answer) ? print_failure(soap) : print(soap, *answer);
  }
  if (operation == "tell") {
    bool sent = !style.tell(soap, url, sheet) && !soap_recv_empty_response(soap);
    return sent ? static_cast<void>(std::printf("told\n")) : print_error(soap);
  }
  if (operation == "stamp") {
    soap->header = soap_new_SOAP_ENV__Header(soap);
    soap->header->*style.caller = sheet->text;
    soap->header->*style.ticket = sheet->note;
    if (style.stamp(soap, url, sheet, answer)) {
      return print_error(soap);
    }
    bool stamped = soap->header && soap->header->*style.ticket;
    std::printf("ticket %s\n", stamped ? hex(*(soap->header->*style.ticket)).c_str() : "nil");
    return print(soap, *answer);
  }
  return style.echo(soap, url, sheet, answer) ? print_error(soap) : print(soap, *answer);
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 5) {
    std::fprintf(stderr, "expected: URL STYLE VERSION FILE\n");
    return 2;
  }
  Style operations = style(arguments[2]);
  struct soap *soap = soap_new1(SOAP_C_UTFSTRING | SOAP_IO_KEEPALIVE);
  if (std::strcmp(arguments[3], "1.1") == 0) {
    // The first two namespaces make the version. Generated are those of 1.2, with the others beside
    // them that are understood too.
    std::swap(namespaces[0].ns, namespaces[0].in);
    std::swap(namespaces[1].ns, namespaces[1].in);
  }
  std::ifstream questions(arguments[4]);
  std::string operation;
  while (std::getline(questions, operation)) {
    t__sheet *sheet = soap_new_t__sheet(soap);
    std::string line;
    while (std::getline(questions, line) && !line.empty()) {
      std::istringstream in(line);
      std::string field, word;
      in >> field;
      Words words;
      while (in >> word) words.push_back(word);
      set(soap, *sheet, field, words);
    }
    if (sheet->picture) {
      soap_set_omode(soap, SOAP_ENC_MTOM);
    } else {
      soap_clr_omode(soap, SOAP_ENC_MTOM);
    }
    call(soap, arguments[1], operations, operation, sheet);
    std::printf("\n");
    soap->header = nullptr;
    soap_destroy(soap);
    soap_end(soap);
  }
  soap_free(soap);
  return 0;
}
