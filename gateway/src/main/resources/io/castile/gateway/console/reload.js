// Says where the files of policy and configuration do not hold as they are.

import { call } from "./api.js";
import { el } from "./dom.js";

const PAUSE_MILLIS = 10_000;
const notice = document.getElementById("reload");

function lines({ policy, configuration }) {
  const said = [];
  if (policy.problem) {
    said.push("The policy stays as it was: " + policy.problem);
  }
  if (configuration.problem) {
    said.push("The configuration stays as it was: " + configuration.problem);
  }
  if (configuration.afterRestart.length) {
    said.push("These settings take effect when the gateway starts again: " + configuration.afterRestart.join(", "));
  }
  return said;
}

async function look() {
  try {
    const said = lines(await call("GET", "/api/reload"));
    if (notice.textContent !== said.join("")) { // else it would be read out again
      notice.replaceChildren(...said.map((line) => el("p", { class: "problem" }, line)));
    }
  } catch {
    // The views say that the gateway does not answer.
  }
  setTimeout(look, PAUSE_MILLIS);
}

/** Looks from now on. */
export function watch() {
  look();
}
