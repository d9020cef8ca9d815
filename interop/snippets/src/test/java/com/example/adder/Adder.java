package com.example.adder;

import jakarta.jws.WebService;

/** Stands for what is generated in the first steps. */
@WebService
public interface Adder {
  int add(int a, int b);
}
