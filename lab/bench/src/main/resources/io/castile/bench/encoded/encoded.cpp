// Writes or reads one rpc/encoded SOAP 1.1 message in memory, again and again, and prints the time
// of each round in microseconds per message. Arguments: operation, write|read, document to read
// first, where to write the message once (for a check), warm-up rounds, rounds, milliseconds of a
// round.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include "soapH.h"
#include "RepliesPortBinding.nsmap"

namespace {

struct Memory {
  std::string in;
  size_t at = 0;
  std::string out;
};

int keep(struct soap *soap, const char *bytes, size_t length) {
  static_cast<Memory *>(soap->user)->out.append(bytes, length);
  return SOAP_OK;
}

size_t receive(struct soap *soap, char *buffer, size_t length) {
  Memory *memory = static_cast<Memory *>(soap->user);
  size_t count = memory->in.size() - memory->at;
  if (count > length) {
    count = length;
  }
  std::memcpy(buffer, memory->in.data() + memory->at, count);
  memory->at += count;
  return count;
}

void stop_on_error(struct soap *soap) {
  if (soap->error) {
    soap_print_fault(soap, stderr);
    std::exit(1);
  }
}

// What the compiler of gSOAP makes of one operation's reply.
template <typename Reply>
struct Codec {
  void (*reset)(struct soap *, Reply *);
  void (*serialize)(struct soap *, const Reply *);
  int (*put)(struct soap *, const Reply *, const char *, const char *);
  Reply *(*get)(struct soap *, Reply *, const char *, const char *);
  const char *tag;
};

template <typename Reply>
void read(struct soap *soap, const Codec<Reply> &codec, Reply *reply) {
  static_cast<Memory *>(soap->user)->at = 0;
  codec.reset(soap, reply);
  if (soap_begin_recv(soap) || soap_envelope_begin_in(soap) || soap_recv_header(soap) ||
      soap_body_begin_in(soap) || !codec.get(soap, reply, nullptr, nullptr) ||
      soap_body_end_in(soap) || soap_envelope_end_in(soap) || soap_end_recv(soap)) {
    stop_on_error(soap);
  }
}

template <typename Reply>
void write(struct soap *soap, const Codec<Reply> &codec, const Reply &reply) {
  static_cast<Memory *>(soap->user)->out.clear();
  soap_begin(soap);
  soap->encodingStyle = "http://schemas.xmlsoap.org/soap/encoding/";
  soap_serializeheader(soap);
  codec.serialize(soap, &reply);
  if (soap_begin_send(soap) || soap_envelope_begin_out(soap) || soap_body_begin_out(soap) ||
      codec.put(soap, &reply, codec.tag, "") || soap_body_end_out(soap) ||
      soap_envelope_end_out(soap) || soap_end_send(soap)) {
    stop_on_error(soap);
  }
}

// Microseconds per call, over at least so many milliseconds.
template <typename Work>
double time_of(int millis, Work work) {
  using clock = std::chrono::steady_clock;
  auto start = clock::now();
  auto end = start + std::chrono::milliseconds(millis);
  long count = 0;
  auto now = start;
  do {
    work();
    count++;
    now = clock::now();
  } while (now < end);
  return std::chrono::duration<double, std::micro>(now - start).count() / count;
}

template <typename Reply>
void measure(
    struct soap *soap, struct soap *reader, const Codec<Reply> &codec, char **arguments) {
  Reply reply;
  read(reader, codec, &reply);
  write(soap, codec, reply);
  std::ofstream(arguments[4], std::ios::binary) << static_cast<Memory *>(soap->user)->out;
  bool reading = std::strcmp(arguments[2], "read") == 0;
  int warmups = std::atoi(arguments[5]);
  int rounds = std::atoi(arguments[6]);
  for (int round = -warmups; round < rounds; round++) {
    double micros = time_of(std::atoi(arguments[7]), [&] {
      if (reading) {
        Reply again;
        read(soap, codec, &again);
        soap_destroy(soap);
        soap_end(soap);
      } else {
        write(soap, codec, reply);
      }
    });
    if (round >= 0) {
      std::printf("%.4f\n", micros);
    }
  }
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 8) {
    std::fprintf(stderr, "expected 7 arguments\n");
    return 2;
  }
  std::ifstream file(arguments[3], std::ios::binary);
  Memory memory;
  memory.in.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  struct soap *soaps[2];
  for (auto &soap : soaps) {
    soap = soap_new1(SOAP_XML_GRAPH | SOAP_C_UTFSTRING);
    soap->user = &memory;
    soap->fsend = keep;
    soap->frecv = receive;
  }
  std::string operation = arguments[1];
#define REPLY(name)                                                                      \
  if (operation == #name) {                                                              \
    Codec<ns1__##name##Response> codec = {                                               \
        soap_default_ns1__##name##Response, soap_serialize_ns1__##name##Response,        \
        soap_put_ns1__##name##Response, soap_get_ns1__##name##Response,                  \
        "ns1:" #name "Response"};                                                        \
    measure(soaps[0], soaps[1], codec, arguments);                                       \
    return 0;                                                                            \
  }
  REPLY(getStruct)
  REPLY(getStrings)
  REPLY(getStructs)
  REPLY(getSearch)
  REPLY(getDoubles)
  REPLY(getInts)
  REPLY(getGraph)
  std::fprintf(stderr, "no operation is named %s\n", arguments[1]);
  return 2;
}
