// What completes the question is listed under the box while somebody types. The box stays Streamlit's own: its text, its
// focus and its Enter are left alone, and without this script it works as before.
const LIST = "nk-suggestions";
const PAUSE_MS = 60; // between two keys of somebody who types fast
const LEAST_CHARACTERS = 2;
const MOST_ANSWERS = 100;

const findForm = (input) => input.closest('[data-testid="stForm"]');
const isBox = (node) => node instanceof HTMLInputElement && node.closest(".st-key-question") !== null;

// Python counts characters, a browser pairs of bytes: an emoji is one there and two here.
function markText(text, matches) {
  const characters = Array.from(text);
  const nodes = [];
  let place = 0;
  for (const [start, end] of matches) {
    nodes.push(characters.slice(place, start).join(""));
    const mark = document.createElement("b");
    mark.textContent = characters.slice(start, end).join("");
    nodes.push(mark);
    place = end;
  }
  return [...nodes, characters.slice(place).join("")];
}

class Suggestions {
  constructor(data) {
    this.data = data;
    this.answers = new Map();
    this.list = document.createElement("ul");
    this.list.id = LIST;
    this.list.className = LIST;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", data.label);
    this.list.hidden = true;
    this.list.addEventListener("pointerdown", (event) => event.preventDefault()); // the box keeps the focus
    this.list.addEventListener("click", (event) => this.pick(event.target.closest("li")));
    this.listeners = {
      focusin: (event) => isBox(event.target) && this.adopt(event.target),
      focusout: (event) => event.target === this.input && this.close(),
      input: (event) => isBox(event.target) && this.onInput(event),
      compositionend: (event) => isBox(event.target) && this.onInput(event),
      keydown: (event) => isBox(event.target) && this.onKey(event),
      submit: () => this.close(),
      scroll: () => this.place(),
    };
    for (const [name, listener] of Object.entries(this.listeners)) document.addEventListener(name, listener, true);
    window.addEventListener("resize", this.listeners.scroll);
    document.querySelector(".stApp").append(this.list);
    if (isBox(document.activeElement)) this.adopt(document.activeElement);
  }

  remove() {
    for (const [name, listener] of Object.entries(this.listeners)) document.removeEventListener(name, listener, true);
    window.removeEventListener("resize", this.listeners.scroll);
    this.close();
    this.list.remove();
  }

  adopt(input) {
    this.input = input;
    const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-controls": LIST, "aria-expanded": "false" };
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  }

  onInput(event) {
    this.adopt(event.target);
    this.close();
    if (event.isComposing || this.picking) return;
    const text = event.target.value;
    if (text.trim().length < LEAST_CHARACTERS) return;
    this.timer = setTimeout(() => this.ask(text), PAUSE_MS);
  }

  async ask(text) {
    this.request = new AbortController();
    const { signal } = this.request;
    try {
      const answer = this.answers.get(text) ?? (await this.fetch(text, signal));
      if (!signal.aborted && this.input?.value === text && document.activeElement === this.input) this.open(answer);
    } catch {
      // typed on meanwhile, or no answer: whoever types does not need to know
    }
  }

  async fetch(text, signal) {
    const address = new URL("suggest", new URL(location.pathname, location.origin));
    address.search = location.search;
    address.searchParams.set("q", text);
    address.searchParams.set("collection", this.data.collection);
    const response = await fetch(address, { signal });
    if (!response.ok) return [];
    const { suggestions } = await response.json();
    if (this.answers.size >= MOST_ANSWERS) this.answers.clear();
    this.answers.set(text, suggestions);
    return suggestions;
  }

  open(suggestions) {
    const typed = this.input.value.trim();
    const shown = suggestions.filter((suggestion) => suggestion.text !== typed);
    if (!shown.length) return;
    this.list.replaceChildren(...shown.map((suggestion, place) => this.write(suggestion, place)));
    this.place();
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
  }

  write(suggestion, place) {
    const item = document.createElement("li");
    item.id = `${LIST}-${place}`;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.dataset.text = suggestion.text;
    const text = document.createElement("span");
    text.append(...markText(suggestion.text, suggestion.matches));
    const kind = document.createElement("small");
    kind.textContent = this.data.kinds[suggestion.kind];
    if (suggestion.source) item.title = suggestion.source;
    item.append(text, kind);
    return item;
  }

  place() {
    const field = this.input?.closest('[data-testid="stTextInputRootElement"]') ?? this.input;
    if (!field) return;
    const { left, bottom, width } = field.getBoundingClientRect();
    Object.assign(this.list.style, { left: `${left}px`, top: `${bottom + 4}px`, width: `${width}px` });
    this.list.style.maxHeight = `${Math.max(120, window.innerHeight - bottom - 16)}px`;
  }

  close() {
    clearTimeout(this.timer);
    this.request?.abort();
    this.list.hidden = true;
    this.list.replaceChildren();
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }

  get active() {
    return this.list.querySelector('[aria-selected="true"]');
  }

  onKey(event) {
    if (event.isComposing) return;
    if (event.key === "Enter" && !this.active) this.close(); // the typed text is asked for
    if (this.list.hidden) return;
    const action = {
      ArrowDown: () => this.move(1),
      ArrowUp: () => this.move(-1),
      Escape: () => this.close(),
      Enter: () => this.pick(this.active),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  move(step) {
    const items = [...this.list.children];
    const before = items.indexOf(this.active);
    // One place more than there are items: between the last and the first nothing is chosen but the typed text.
    const place = (before + 1 + step + items.length + 1) % (items.length + 1);
    items[before]?.setAttribute("aria-selected", "false");
    const item = items[place - 1];
    if (!item) {
      this.input.removeAttribute("aria-activedescendant");
      return;
    }
    item.setAttribute("aria-selected", "true");
    item.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", item.id);
  }

  // The text goes into the box as if it had been typed, and is then asked for as the button does it.
  pick(item) {
    if (!item || !this.input) return;
    const { input } = this;
    const { text } = item.dataset;
    this.close();
    this.picking = true;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    this.picking = false;
    setTimeout(() => findForm(input)?.querySelector(".st-key-ask-button button")?.click());
  }
}

export default function ({ data }) {
  const suggestions = new Suggestions(data);
  return () => suggestions.remove();
}
