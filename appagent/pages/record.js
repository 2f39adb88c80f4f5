"use strict";
const $ = id => document.getElementById(id);
const stage = $("stage"), picture = $("picture"), marks = $("marks"), typing = $("typing");
let state = { version: -1, screen: 0, elements: [], steps: [], messages: [], busy: true, size: [1, 1] };
let field = null, trace = null, wheelUntil = 0;

async function send(told) {
  if (state.busy || state.ended) return;
  busy(true);
  try {
    const answer = await fetch("do", {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ screen: state.screen, ...told }),
    });
    if (!answer.ok) { message((await answer.json()).error); busy(false); }
  } catch { message("the recorder does not answer; is it still running?"); busy(false); }
}

async function follow() {
  for (;;) {
    try {
      const answer = await fetch("state?after=" + state.version);
      if (!answer.ok) throw new Error();
      render(await answer.json());
      if (state.ended) { message("The recording has ended. You can close this page."); return; }
    } catch {
      busy(true);
      $("where").textContent = "The recorder does not answer.";
      await new Promise(done => setTimeout(done, 1000));
    }
  }
}

function busy(now) {
  state.busy = now;
  stage.classList.toggle("busy", now);
  for (const one of document.querySelectorAll("button.do, #typing button, #steps input, #question button")) one.disabled = now || state.ended;
}

function message(words) {
  state.messages = [...state.messages, words];
  renderMessages();
}

function render(now) {
  const before = state;
  state = { ...before, ...now };
  if (now.picture !== before.picture) picture.src = "picture?n=" + now.picture;
  if (now.screen !== before.screen) { renderMarks(); leave(); $("where").textContent = now.heading ? "In front: " + now.heading : ""; }
  if (JSON.stringify(now.steps) !== JSON.stringify(before.steps)) renderSteps();
  if (JSON.stringify(now.messages) !== JSON.stringify(before.messages)) renderMessages();
  renderQuestion();
  $("secrets").replaceChildren(...(now.secrets || []).map(name => Object.assign(document.createElement("option"), { value: name })));
  busy(now.busy);
}

function renderMessages() {
  const last = state.messages.slice(-6).reverse();
  $("messages").replaceChildren(...(last.length ? last : ["None yet."]).map(words => {
    const line = document.createElement("p");
    line.dir = "auto"; line.textContent = words;
    return line;
  }));
}

function renderMarks() {
  const [width, height] = state.size;
  const at = document.activeElement && document.activeElement.dataset.mark;
  picture.width = width; picture.height = height;  // keeps the place while the picture loads
  marks.replaceChildren(...state.elements.map(one => {
    const [left, top, right, bottom] = one.bounds, button = document.createElement("button");
    Object.assign(button.style, {
      left: 100 * left / width + "%", top: 100 * top / height + "%",
      width: 100 * (right - left) / width + "%", height: 100 * (bottom - top) / height + "%",
    });
    button.type = "button"; button.dataset.mark = one.mark; button.setAttribute("aria-label", one.name);
    button.addEventListener("focus", () => name(one));
    button.addEventListener("click", event => { if (event.detail === 0) choose(one, "tap"); });
    return button;
  }));
  if (at) stage.setAttribute("tabindex", "-1"), stage.focus({ preventScroll: true });
  name(null);
}

function renderSteps() {
  const typed = document.activeElement && document.activeElement.dataset.step;
  const draft = typed ? document.activeElement.value : "";
  const rows = state.steps.filter(one => one.outcome !== "finish").map(one => {
    const row = document.createElement("li"), words = document.createElement("div");
    words.dir = "auto"; words.textContent = one.number + ". " + one.words;
    row.append(words);
    if (one.outcome !== "done") row.classList.add(one.outcome);
    const told = one.outcome === "done" ? one.effect : [one.outcome, one.reason].filter(Boolean).join(": ");
    if (told) row.append(Object.assign(document.createElement("div"), { className: "soft", dir: "auto", textContent: told }));
    if (one.outcome === "done") {
      const note = document.createElement("input");
      Object.assign(note, { type: "text", value: one.note, placeholder: "What is it for?" });
      note.dataset.step = one.number; note.dir = "auto"; note.setAttribute("aria-label", "Note on step " + one.number);
      note.addEventListener("change", () => send({ do: "note", step: one.number, words: note.value }));
      row.append(note);
    }
    return row;
  });
  $("steps").replaceChildren(...rows);
  $("no-step").classList.toggle("none", rows.length > 0);
  const again = typed && document.querySelector(`#steps input[data-step="${typed}"]`);
  if (again) { again.value = draft; again.focus(); }
}

function renderQuestion() {
  const asked = state.question, card = $("question");
  card.classList.toggle("none", !asked);
  if (!asked || card.dataset.asked === asked.words) return;
  card.dataset.asked = asked.words;
  const head = document.createElement("h3"), bar = document.createElement("div");
  head.dir = "auto"; head.textContent = asked.words; bar.className = "bar";
  for (const [value, words] of asked.answers) {
    const one = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    one.addEventListener("click", () => send({ do: "answer", answer: value }));
    bar.append(one);
  }
  card.replaceChildren(head, bar);
  card.scrollIntoView({ block: "nearest" });
  bar.firstChild.focus();
}

// Elements: the innermost under the pointer, and what is done to it

function place(event) {
  const box = picture.getBoundingClientRect(), [width, height] = state.size;
  return [width * (event.clientX - box.left) / box.width, height * (event.clientY - box.top) / box.height];
}

function under([x, y]) {
  const area = ({ bounds: [l, t, r, b] }) => (r - l) * (b - t);
  return state.elements.filter(({ bounds: [l, t, r, b] }) => l <= x && x < r && t <= y && y < b)
    .sort((one, other) => area(one) - area(other))[0] || null;
}

function name(one) {
  $("name").textContent = one ? one.name : "";
  for (const button of marks.children) button.classList.toggle("over", one !== null && Number(button.dataset.mark) === one.mark);
}

function choose(one, how) {
  if (state.busy) return;
  if (how === "tap" && one.field) return compose(one);
  send({ do: how, mark: one.mark });
}

function compose(one) {
  field = one;
  typing.reset();
  typing.classList.remove("none");
  $("field").textContent = one.name;
  $("plain").classList.toggle("none", one.secret);
  $("secret").classList.toggle("none", !one.secret);
  if (one.secret) $("secret-name").value = "password";
  (one.secret ? $("secret-text") : $("text")).focus();
}

function leave() {
  field = null;
  typing.reset();
  typing.classList.add("none");
}

typing.addEventListener("submit", event => {
  event.preventDefault();
  if (!field) return;
  const told = field.secret ? { name: $("secret-name").value, text: $("secret-text").value } : { text: $("text").value };
  const more = { clear: $("clear").checked, enter: $("enter").checked };
  send({ do: "type", mark: field.mark, ...told, ...more });
  leave();
});
$("text").addEventListener("keydown", event => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); typing.requestSubmit(); }
});
$("just-tap").addEventListener("click", () => { const one = field; leave(); if (one) send({ do: "tap", mark: one.mark }); });
$("leave").addEventListener("click", leave);

// The pointer is the finger

stage.addEventListener("pointermove", event => {
  if (trace) { const [x, y] = place(event); trace.push([x, y, (event.timeStamp - trace.began) / 1000]); }
  else if (!state.busy) name(under(place(event)));
});
stage.addEventListener("pointerleave", () => { if (!trace) name(null); });
stage.addEventListener("pointerdown", event => {
  if (state.busy || event.button !== 0) return;
  event.preventDefault();
  if (document.activeElement) document.activeElement.blur();
  stage.setPointerCapture(event.pointerId);
  trace = [[...place(event), 0]];
  trace.began = event.timeStamp;
});
stage.addEventListener("pointerup", event => {
  if (!trace) return;
  const points = trace, slop = 0.02 * Math.min(...state.size), [x, y] = points[0];
  points.push([...place(event), (event.timeStamp - points.began) / 1000]);
  trace = null;
  const still = points.every(([px, py]) => Math.abs(px - x) <= slop && Math.abs(py - y) <= slop);
  const one = under([x, y]);
  if (still && one && one.field && points.at(-1)[2] < 0.4) return compose(one);
  const every = Math.ceil(points.length / 500);
  send({ do: "touch", points: points.filter((_, n) => n % every === 0 || n === points.length - 1) });
});
stage.addEventListener("pointercancel", () => { trace = null; });
stage.addEventListener("contextmenu", event => {
  event.preventDefault();
  const one = under(place(event));
  if (one) choose(one, "long");
});
stage.addEventListener("wheel", event => {
  event.preventDefault();
  if (state.busy || event.timeStamp < wheelUntil || Math.abs(event.deltaY) < 4) return;
  wheelUntil = event.timeStamp + 500;
  const [x, y] = place(event);
  send({ do: "scroll", down: event.deltaY > 0, x, y });
}, { passive: false });

// Buttons and keys

for (const button of document.querySelectorAll("[data-key]"))
  button.addEventListener("click", () => send({ do: "key", key: button.dataset.key }));
for (const button of document.querySelectorAll("[data-scroll]"))
  button.addEventListener("click", () => send({ do: "scroll", down: button.dataset.scroll === "down" }));
$("undo").addEventListener("click", () => send({ do: "undo" }));
$("finish").addEventListener("click", () => send({ do: "stop" }));
document.addEventListener("keydown", event => {
  if (event.target.matches("input, textarea") || event.ctrlKey || event.metaKey || event.altKey) {
    if (event.key === "Escape" && field) leave();
    return;
  }
  const mark = Number(document.activeElement && document.activeElement.dataset.mark);
  const one = state.elements.find(each => each.mark === mark);
  const does = {
    b: () => send({ do: "key", key: "back" }), h: () => send({ do: "key", key: "home" }),
    u: () => send({ do: "undo" }), f: () => send({ do: "stop" }),
    n: () => { const notes = document.querySelectorAll("#steps input"); if (notes.length) notes[notes.length - 1].focus(); },
    l: () => one && choose(one, "long"), d: () => one && choose(one, "double"),
    ArrowDown: () => send({ do: "scroll", down: true }), ArrowUp: () => send({ do: "scroll", down: false }),
  }[event.key];
  if (does && !event.repeat) { event.preventDefault(); does(); }
});

follow();
