// Links of the page are followed without loading it anew; without this script they still work as plain links.
const places = new Map(); // address → how far it was scrolled, so that Back returns to the same card
const COPIED_MS = 1600;
const RESTORE_MS = 1500;

const scroller = () => document.querySelector('[data-testid="stMain"]');
const box = () => document.querySelector('.st-key-question input');

function isPlainClick(event) {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}

async function copy(link) {
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    return; // no permission, or a page without https: the link itself can still be copied by hand
  }
  const label = link.querySelector("span");
  const before = label.textContent;
  label.textContent = link.dataset.copied;
  link.classList.add("nk-done");
  setTimeout(() => {
    label.textContent = before;
    link.classList.remove("nk-done");
  }, COPIED_MS);
}

function showTarget() {
  const target = document.querySelector(".nk-target:not([data-shown])");
  if (target) {
    target.setAttribute("data-shown", "");
    target.scrollIntoView({ block: target.offsetHeight > window.innerHeight / 2 ? "start" : "center" });
  }
}

function focusBox() {
  const input = box();
  if (!input) return false;
  if (document.activeElement === document.body) input.focus();
  return true;
}

function restorePlace() {
  const top = places.get(location.search);
  if (!top) return;
  const until = performance.now() + RESTORE_MS;
  const attempt = () => {
    const main = scroller();
    if (main && document.querySelector(".nk-cards") && main.scrollHeight - main.clientHeight >= top) {
      main.scrollTop = top;
    } else if (performance.now() < until) {
      requestAnimationFrame(attempt);
    }
  };
  attempt();
}

export default function ({ data, setTriggerValue }) {
  const onClick = (event) => {
    const link = event.target.closest?.("a.nk-go, a.nk-copy");
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    if (link.classList.contains("nk-copy")) {
      copy(link);
      return;
    }
    places.set(location.search, scroller()?.scrollTop ?? 0);
    setTriggerValue("link", new URL(link.href).search);
    if (scroller()) scroller().scrollTop = 0;
  };
  const onKey = (event) => {
    const typing = event.target.closest?.("input, textarea, [contenteditable]");
    if (event.key === "/" && !typing && box()) {
      event.preventDefault();
      box().focus();
      box().select();
    }
  };
  let waitsForBox = !data.asked;
  const observer = new MutationObserver(() => {
    showTarget();
    if (waitsForBox && focusBox()) waitsForBox = false;
  });
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  window.addEventListener("popstate", restorePlace);
  observer.observe(document.body, { childList: true, subtree: true });
  showTarget();
  if (waitsForBox && focusBox()) waitsForBox = false;
  return () => {
    document.removeEventListener("click", onClick);
    document.removeEventListener("keydown", onKey);
    window.removeEventListener("popstate", restorePlace);
    observer.disconnect();
  };
}
