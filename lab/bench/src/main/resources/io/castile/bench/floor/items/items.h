// The service of the items, as soapcpp2 reads it: types as wsdl2h makes them, but by value.
#import "stlvector.h"

//gsoap i service name: ItemsPort
//gsoap i service style: document
//gsoap i service encoding: literal
//gsoap i service namespace: urn:castile:items
//gsoap i schema elementForm: unqualified

enum i__Rating { STRONG_USCOREBUY, BUY, HOLD, SELL, STRONG_USCORESELL };

class i__RatedStock {
 public:
  std::string symbol;
  std::string company;
  enum i__Rating rating;
  double price;
  int target;
  int analysts;
  time_t updated;
};

class i__Doubles {
 public:
  std::vector<double> item;
};

class i__Ratings {
 public:
  std::vector<i__RatedStock> item;
};

int i__getDoubles(int count, i__Doubles &items);
int i__putDoubles(i__Doubles *items, int &count);
int i__getRatings(int count, i__Ratings &items);
int i__putRatings(i__Ratings *items, int &count);
