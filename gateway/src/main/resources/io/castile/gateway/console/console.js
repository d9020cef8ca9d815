// The views, one at a time, by the address behind #.

import * as advice from "./advice.js";
import { learn } from "./api.js";
import * as entries from "./entries.js";
import * as operations from "./operations.js";
import * as policy from "./policy.js";
import * as reload from "./reload.js";

const VIEWS = { operations, entries, policy, advice };
const main = document.getElementById("main");
let end = () => {};

function show(isFirst) {
  const name = location.hash.slice(1);
  if (name === "main") {
    main.focus();
    return;
  }
  const view = VIEWS[name] ? name : "operations";
  end();
  main.replaceChildren();
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === "#" + view) {
      link.setAttribute("aria-current", "page");
      document.title = link.textContent + " – Castile gateway";
    } else {
      link.removeAttribute("aria-current");
    }
  }
  end = VIEWS[view].show(main);
  if (!isFirst) {
    main.focus();
  }
}

addEventListener("hashchange", () => show(false));
show(true);
learn();
reload.watch();
