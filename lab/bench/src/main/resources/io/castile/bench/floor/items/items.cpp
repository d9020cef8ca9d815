// Both ends of a service whose messages have as many items as are asked for. "serve" says its address,
// "call ADDRESS" plays rounds. Each reads lines: a round is an operation, a number of items, the least
// number of calls and the least number of milliseconds; "peak" asks for the most memory held, in bytes.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
#include "soapH.h"
#include "soapStub.h"
#include "ItemsPort.nsmap"

namespace {

const int KEEP_ALIVE_CALLS = 1 << 30;

// gSOAP refuses more than 100 000 items unless told.
const int MOST_ITEMS = 10000000;

std::vector<double> doubles(int count) {
  std::vector<double> items(count);
  std::srand(count);
  for (double &item : items) {
    item = std::rand() / (RAND_MAX + 1.0);
  }
  return items;
}

std::vector<i__RatedStock> ratings(int count) {
  std::vector<i__RatedStock> items(count);
  for (int i = 0; i < count; i++) {
    i__RatedStock &item = items[i];
    item.symbol = "S" + std::to_string(i);
    item.company = "Consolidated Mining " + std::to_string(i);
    item.rating = static_cast<i__Rating>(i % 5);
    item.price = (i % 100000) / 100.0;
    item.target = i % 1000;
    item.analysts = i % 30;
    item.updated = 1709287200 + 86400 * (i % 9);
  }
  return items;
}

// One answer at a time is ready, so that what a call takes is its own.
i__Doubles ready_doubles;
i__Ratings ready_ratings;

void say_peak() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word == "VmHWM:") {
      long kilobytes = 0;
      status >> kilobytes;
      std::cout << "peak " << kilobytes * 1024 << std::endl;
      return;
    }
  }
  std::cerr << "no VmHWM in /proc/self/status" << std::endl;
  std::exit(1);
}

void fail(struct soap *soap) {
  soap_print_fault(soap, stderr);
  std::exit(1);
}

void answer_lines() {
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line == "peak") {
      say_peak();
    } else {
      std::cout << "allocated NaN" << std::endl;
    }
  }
  std::exit(0);
}

void serve() {
  struct soap *soap = soap_new1(SOAP_XML_TREE | SOAP_C_UTFSTRING | SOAP_IO_CHUNK | SOAP_IO_KEEPALIVE);
  soap->max_keep_alive = KEEP_ALIVE_CALLS;
  soap->maxoccurs = MOST_ITEMS;
  if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", 0, 16))) {
    fail(soap);
  }
  sockaddr_in address = {};
  socklen_t length = sizeof address;
  getsockname(soap->master, reinterpret_cast<sockaddr *>(&address), &length);
  std::cout << "address http://127.0.0.1:" << ntohs(address.sin_port) << std::endl;
  std::thread(answer_lines).detach();
  for (;;) {
    if (!soap_valid_socket(soap_accept(soap))) {
      fail(soap);
    }
    int yes = 1;
    setsockopt(soap->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    soap_serve(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
}

// How many items there were in a call.
int items_of_call(struct soap *soap, const char *url, const std::string &operation, int count,
                  i__Doubles *some_doubles, i__Ratings *some_ratings) {
  int answer = -1;
  int error = SOAP_OK;
  if (operation == "GET_DOUBLES") {
    i__Doubles items;
    error = soap_call_i__getDoubles(soap, url, nullptr, count, items);
    answer = items.item.size();
  } else if (operation == "PUT_DOUBLES") {
    error = soap_call_i__putDoubles(soap, url, nullptr, some_doubles, answer);
  } else if (operation == "GET_RATINGS") {
    i__Ratings items;
    error = soap_call_i__getRatings(soap, url, nullptr, count, items);
    answer = items.item.size();
  } else {
    error = soap_call_i__putRatings(soap, url, nullptr, some_ratings, answer);
  }
  if (error != SOAP_OK) {
    fail(soap);
  }
  soap_destroy(soap);
  soap_end(soap);
  return answer;
}

void play(struct soap *soap, const char *url, const std::string &line) {
  using clock = std::chrono::steady_clock;
  std::istringstream words(line);
  std::string operation;
  int count = 0;
  size_t least = 0;
  long millis = 0;
  words >> operation >> count >> least >> millis;
  i__Doubles some_doubles;
  i__Ratings some_ratings;
  if (operation == "PUT_DOUBLES") {
    some_doubles.item = doubles(count);
  } else if (operation == "PUT_RATINGS") {
    some_ratings.item = ratings(count);
  }
  std::vector<long> nanos;
  auto before = clock::now();
  auto over = before + std::chrono::milliseconds(millis);
  while (nanos.size() < least || before < over) {
    int items = items_of_call(soap, url, operation, count, &some_doubles, &some_ratings);
    if (items != count) {
      std::cerr << "expected " << count << " items, found " << items << std::endl;
      std::exit(1);
    }
    auto after = clock::now();
    nanos.push_back(std::chrono::duration_cast<std::chrono::nanoseconds>(after - before).count());
    before = after;
  }
  std::nth_element(nanos.begin(), nanos.begin() + nanos.size() / 2, nanos.end());
  std::cout << "done " << nanos[nanos.size() / 2] << " " << nanos.size() << " NaN" << std::endl;
}

void call(const char *url) {
  struct soap *soap = soap_new1(SOAP_XML_TREE | SOAP_C_UTFSTRING | SOAP_IO_CHUNK | SOAP_IO_KEEPALIVE);
  soap->max_keep_alive = KEEP_ALIVE_CALLS;
  soap->maxoccurs = MOST_ITEMS;
  soap->tcp_keep_alive = 1;
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line == "peak") {
      say_peak();
    } else {
      play(soap, url, line);
    }
  }
}

}  // namespace

int i__getDoubles(struct soap *, int count, i__Doubles &items) {
  if (ready_doubles.item.size() != static_cast<size_t>(count)) {
    ready_doubles.item = doubles(count);
  }
  items = ready_doubles;
  return SOAP_OK;
}

int i__putDoubles(struct soap *, i__Doubles *items, int &count) {
  count = items->item.size();
  return SOAP_OK;
}

int i__getRatings(struct soap *, int count, i__Ratings &items) {
  if (ready_ratings.item.size() != static_cast<size_t>(count)) {
    ready_ratings.item = ratings(count);
  }
  items = ready_ratings;
  return SOAP_OK;
}

int i__putRatings(struct soap *, i__Ratings *items, int &count) {
  count = items->item.size();
  return SOAP_OK;
}

int main(int count, char **arguments) {
  std::string mode = count > 1 ? arguments[1] : "";
  if (mode == "serve" && count == 2) {
    serve();
  } else if (mode == "call" && count == 3) {
    call(arguments[2]);
  } else {
    std::cerr << "expected: serve, or call ADDRESS" << std::endl;
    return 2;
  }
  return 0;
}
