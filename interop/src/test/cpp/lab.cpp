// The lab in C++: "serve" is the service, on a free port whose number it prints; "call URL STEPS"
// asks for the batches of all steps, and prints what it has read in the form of BatchText.
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include "soapH.h"
#include "LabPortBinding.nsmap"

namespace {

// Seconds without a request after which the service ends: nobody is there any more.
const int IDLE_SECONDS = 120;

void print(int value) { std::printf(" %d", value); }

void print(LONG64 value) { std::printf(" %" PRId64, static_cast<int64_t>(value)); }

void print(bool value) { std::printf(value ? " true" : " false"); }

std::string bits(double value) {
  double one = std::isnan(value) ? std::fabs(std::nan("")) : value;
  uint64_t number;
  std::memcpy(&number, &one, sizeof number);
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016" PRIx64, number);
  return digits;
}

void print(double value) { std::printf(" %s", bits(value).c_str()); }

void print(float value) {
  float one = std::isnan(value) ? std::fabs(std::nanf("")) : value;
  uint32_t number;
  std::memcpy(&number, &one, sizeof number);
  std::printf(" %08" PRIx32, number);
}

void print(const std::string &value) {
  std::printf(" x");
  for (unsigned char byte : value) {
    std::printf("%02x", byte);
  }
}

void print(const ns1__mio *value) {
  std::printf(" %d/%d/%d/%s", value->number, value->x, value->y, bits(value->value).c_str());
}

template <typename Value>
void print_or_nil(const Value *value) {
  if (value) {
    print(*value);
  } else {
    std::printf(" nil");
  }
}

void print(const int *value) { print_or_nil(value); }

template <typename Values>
void line(const char *name, const Values &values) {
  std::printf("%s", name);
  for (auto value : values) {
    print(value);
  }
  std::printf("\n");
}

template <typename Value>
void optional_line(const char *name, const Value *value) {
  std::printf("%s", name);
  print_or_nil(value);
  std::printf("\n");
}

void print_lines(const ns1__batch &batch) {
  std::printf("number %d\n", batch.number);
  line("doubles", batch.doubles);
  line("ints", batch.ints);
  optional_line("level", batch.level);
  line("floats", batch.floats);
  line("longs", batch.longs);
  line("mios", batch.mios);
  line("names", batch.names);
  line("flags", batch.flags);
  line("gaps", batch.gaps);
  optional_line("ratio", batch.ratio);
  optional_line("remark", batch.remark);
}

int call(const char *url, int steps) {
  // One connection for all calls: a server need not send chunks where it may end the connection.
  struct soap *soap = soap_new1(SOAP_XML_TREE | SOAP_C_UTFSTRING | SOAP_IO_KEEPALIVE);
  for (int step = 0; step < steps; step++) {
    ns1__next request;
    request.step = step;
    ns1__nextResponse response;
    if (soap_call___ns1__next(soap, url, nullptr, &request, response)) {
      soap_print_fault(soap, stderr);
      return 1;
    }
    print_lines(*response.return_);
    soap_destroy(soap);
    soap_end(soap);
  }
  soap_free(soap);
  return 0;
}

int serve() {
  // Null items of lists are to be written as nil, and not left out.
  struct soap *soap =
      soap_new1(SOAP_XML_TREE | SOAP_XML_NIL | SOAP_C_UTFSTRING | SOAP_IO_KEEPALIVE);
  soap->accept_timeout = IDLE_SECONDS;
  soap->recv_timeout = IDLE_SECONDS;
  soap->max_keep_alive = 0;  // requests of one connection, without an end
  if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", 0, 16))) {
    soap_print_fault(soap, stderr);
    return 1;
  }
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  getsockname(soap->master, reinterpret_cast<struct sockaddr *>(&address), &length);
  std::printf("%d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  while (soap_valid_socket(soap_accept(soap))) {
    soap_serve(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
  return 0;
}

}  // namespace

int __ns1__echo(struct soap *, ns1__echo *request, ns1__echoResponse &response) {
  response.return_ = request->batch;
  return SOAP_OK;
}

// What is asked for is known to Castile's service only.
int __ns1__next(struct soap *soap, ns1__next *, ns1__nextResponse &) {
  return soap_receiver_fault(soap, "no batches here", nullptr);
}

int main(int count, char **arguments) {
  std::string mode = count > 1 ? arguments[1] : "";
  if (mode == "serve" && count == 2) {
    return serve();
  }
  if (mode == "call" && count == 4) {
    return call(arguments[2], std::atoi(arguments[3]));
  }
  std::fprintf(stderr, "expected: serve, or: call URL STEPS\n");
  return 2;
}
