// Writes or reads one SOAP 1.1 message in memory, or sends it to a local port, again and again, and
// prints the time of each round in microseconds per message. Arguments: element, write|read|send,
// document to read first, where to write the message once (for a check), warm-up rounds, rounds,
// milliseconds of a round, port to send to. A message is sent as it is, without an HTTP head.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include "soapH.h"
#include "PortalBinding.nsmap"

namespace {

struct Memory {
  std::string in;
  size_t at = 0;
  std::string out;
  int socket = -1;
};

int keep(struct soap *soap, const char *bytes, size_t length) {
  static_cast<Memory *>(soap->user)->out.append(bytes, length);
  return SOAP_OK;
}

int transmit(struct soap *soap, const char *bytes, size_t length) {
  int socket = static_cast<Memory *>(soap->user)->socket;
  while (length > 0) {
    ssize_t sent = ::send(socket, bytes, length, 0);
    if (sent < 0) {
      return SOAP_TCP_ERROR;
    }
    bytes += sent;
    length -= sent;
  }
  return SOAP_OK;
}

int connect_to(int port) {
  int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0) {
    std::perror("connect");
    std::exit(1);
  }
  return socket;
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

template <typename Message>
Message *read(struct soap *soap) {
  static_cast<Memory *>(soap->user)->at = 0;
  Message *message = new Message();
  message->soap_default(soap);
  if (soap_begin_recv(soap) || soap_envelope_begin_in(soap) || soap_recv_header(soap) ||
      soap_body_begin_in(soap) || !message->soap_get(soap, nullptr, nullptr) ||
      soap_body_end_in(soap) || soap_envelope_end_in(soap) || soap_end_recv(soap)) {
    stop_on_error(soap);
  }
  return message;
}

template <typename Message>
void write(struct soap *soap, const Message &message, const char *tag) {
  static_cast<Memory *>(soap->user)->out.clear();
  soap_begin(soap);
  soap_serializeheader(soap);
  message.soap_serialize(soap);
  if (soap_begin_send(soap) || soap_envelope_begin_out(soap) || soap_body_begin_out(soap) ||
      message.soap_put(soap, tag, "") || soap_body_end_out(soap) ||
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

template <typename Message>
void measure(struct soap *soap, struct soap *reader, const char *tag, char **arguments) {
  Message *message = read<Message>(reader);
  write(soap, *message, tag);
  std::ofstream(arguments[4], std::ios::binary) << static_cast<Memory *>(soap->user)->out;
  if (std::strcmp(arguments[2], "send") == 0) {
    static_cast<Memory *>(soap->user)->socket = connect_to(std::atoi(arguments[8]));
    soap->omode |= SOAP_IO_BUFFER;  // Or each piece of markup would be a packet of its own.
    soap->fsend = transmit;
  }
  bool reading = std::strcmp(arguments[2], "read") == 0;
  int warmups = std::atoi(arguments[5]);
  int rounds = std::atoi(arguments[6]);
  for (int round = -warmups; round < rounds; round++) {
    double micros = time_of(std::atoi(arguments[7]), [&] {
      if (reading) {
        delete read<Message>(soap);
        soap_destroy(soap);
        soap_end(soap);
      } else {
        write(soap, *message, tag);
      }
    });
    if (round >= 0) {
      std::printf("%.4f\n", micros);
    }
  }
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 9) {
    std::fprintf(stderr, "expected 8 arguments\n");
    return 2;
  }
  std::ifstream file(arguments[3], std::ios::binary);
  Memory memory;
  memory.in.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  struct soap *soaps[2];
  for (auto &soap : soaps) {
    // Trees, as document/literal has no references; the fastest that gSOAP offers.
    soap = soap_new1(SOAP_XML_TREE | SOAP_C_UTFSTRING);
    soap->user = &memory;
    soap->fsend = keep;
    soap->frecv = receive;
  }
  std::string element = arguments[1];
#define MESSAGE(name)                                                                    \
  if (element == #name) {                                                                \
    measure<_ns1__##name>(soaps[0], soaps[1], "ns1:" #name, arguments);                  \
    return 0;                                                                            \
  }
  MESSAGE(getSimpleResponse)
  MESSAGE(getTupleResponse)
  MESSAGE(getArrayResponse)
  MESSAGE(getComplexResponse)
  MESSAGE(doSpellingSuggestionResponse)
  MESSAGE(doGetCachedPageResponse)
  MESSAGE(doGoogleSearchResponse)
  MESSAGE(getStockRatingsResponse)
  MESSAGE(getDoublesResponse)
  MESSAGE(getIntsResponse)
  MESSAGE(getMiosResponse)
  std::fprintf(stderr, "no message has the element %s\n", arguments[1]);
  return 2;
}
