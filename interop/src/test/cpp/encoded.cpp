// Calls the rpc/encoded service of SOAPBuilders' operations in C++, and prints what comes back.
#include <cstdio>
#include <cstdlib>
#include <string>
#include "soapH.h"
#include "BuildersServicePortBinding.nsmap"

namespace {

void check(struct soap *soap, int error) {
  if (error != SOAP_OK) {
    soap_print_fault(soap, stderr);
    std::exit(1);
  }
}

s__Node *node(struct soap *soap, int data) {
  s__Node *made = soap_new_s__Node(soap);
  made->data = data;
  return made;
}

}  // namespace

int main(int, char **arguments) {
  const char *url = arguments[1];
  struct soap *soap = soap_new();
  soap_set_omode(soap, SOAP_XML_GRAPH);

  std::string text = "a < b & c";
  std::string echoed;
  check(soap, soap_call_i__echoString(soap, url, nullptr, text, echoed));
  std::printf("string %s\n", echoed.c_str());

  ArrayOf_USCOREint *numbers = soap_new_ArrayOf_USCOREint(soap);
  numbers->__size = 3;
  numbers->__ptr = soap_new_int(soap, 3);
  for (int i = 0; i < 3; i++) {
    numbers->__ptr[i] = i * i;
  }
  i__echoIntegerArrayResponse integers;
  check(soap, soap_call_i__echoIntegerArray(soap, url, nullptr, numbers, integers));
  std::printf("integers %d:", integers.return_->__size);
  for (int i = 0; i < integers.return_->__size; i++) {
    std::printf(" %d", integers.return_->__ptr[i]);
  }

  s__SOAPStruct *record = soap_new_s__SOAPStruct(soap);
  std::string x = "x";
  record->varString = &x;
  record->varInt = 3;
  record->varFloat = 1.5f;
  i__echoStructResponse structs;
  check(soap, soap_call_i__echoStruct(soap, url, nullptr, record, structs));
  std::printf(
      "\nstruct %s %d %g\n",
      structs.return_->varString->c_str(),
      structs.return_->varInt,
      structs.return_->varFloat);

  s__Node *shared = node(soap, 1);
  s__Node *root = node(soap, 2);
  root->left = shared;
  root->right = shared;
  shared->left = root;
  i__echoNodeResponse graph;
  check(soap, soap_call_i__echoNode(soap, url, nullptr, root, graph));
  s__Node *read = graph.return_;
  std::printf(
      "graph %d %d shared=%d cyclic=%d\n",
      read->data,
      read->left->data,
      read->left == read->right,
      read->left->left == read);

  bool same = false;
  check(soap, soap_call_i__areSame(soap, url, nullptr, shared, shared, same));
  std::printf("same %d", same);
  check(soap, soap_call_i__areSame(soap, url, nullptr, node(soap, 5), node(soap, 5), same));
  std::printf(" %d\n", same);
  return 0;
}
