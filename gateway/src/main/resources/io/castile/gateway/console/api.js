// Calls of the gateway's API, with the token, which this page keeps as long as its tab is open.

const KEY = "castile-token";
const ROLES = ["purge", "policy"]; // beside reading, which every token may
let asking = null; // a promise while the token is asked for
let learning = null; // a promise while the roles are asked for

/** A refusal of the API: its status, and what it says. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body.error || "status " + status);
    this.status = status;
    this.body = body;
  }
}

async function send(token, method, path, body, fields) {
  const headers = { "X-Castile": "1", ...fields };
  if (token) {
    headers.Authorization = "Bearer " + token;
  }
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
  }
  return fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "omit",
  });
}

/** Calls the API, and returns what it answers; throws a Refusal. */
export async function call(method, path, body, fields) {
  let sent = sessionStorage.getItem(KEY);
  let response = await send(sent, method, path, body, fields);
  while (response.status === 401) {
    if (sent === sessionStorage.getItem(KEY)) { // else another call has asked meanwhile
      await token();
    }
    sent = sessionStorage.getItem(KEY);
    response = await send(sent, method, path, body, fields);
  }
  const answer = await response.json().catch(() => ({}));
  if (response.status === 403) {
    learn(); // perhaps the token's roles are others by now
  }
  if (!response.ok) {
    throw new Refusal(response.status, answer);
  }
  return answer;
}

/** Learns what the token may do. What it may not is not shown, by classes of the style sheet. */
export function learn() {
  learning ??= call("GET", "/api/token")
    .then(({ name, roles }) => {
      for (const role of ROLES) {
        document.body.classList.toggle("may-" + role, roles.includes(role));
        document.body.classList.toggle("may-not-" + role, !roles.includes(role));
      }
      document.getElementById("holder").textContent = name ? name + ": " + roles.join(", ") : "";
    })
    .catch(() => {}) // the views say what fails
    .finally(() => (learning = null));
}

/** Asks for the token, once for all calls that lack it. */
function token() {
  if (!asking) {
    asking = ask().finally(() => (asking = null));
  }
  return asking;
}

function ask() {
  const dialog = document.getElementById("token");
  const form = dialog.querySelector("form");
  const input = document.getElementById("token-value");
  const wasWrong = sessionStorage.getItem(KEY) !== null;
  document.getElementById("token-problem").textContent = wasWrong ? "That is not the token." : "";
  input.value = "";
  return new Promise((resolve) => {
    form.onsubmit = (event) => {
      event.preventDefault();
      sessionStorage.setItem(KEY, input.value.trim());
      dialog.close();
      resolve();
      learn();
    };
    dialog.oncancel = (event) => event.preventDefault();
    dialog.showModal();
    input.focus();
  });
}
