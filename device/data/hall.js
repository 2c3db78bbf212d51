// Shows a hall's page as it is on the server, every few seconds, without taking the reader's place:
// nothing changes while it stays the same, and the link in focus keeps it. Running clocks count on by
// this computer's clock, which agrees with the hall's.
"use strict";

let begun = ""; // as the page came, before a clock counted on
addEventListener("DOMContentLoaded", () => {
  begun = document.body.innerHTML;
});
let last = null;
const readAgain = async () => {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) return;
  const text = await answer.text();
  const page = new DOMParser().parseFromString(text, "text/html");
  const same = last === null ? page.body.innerHTML === begun : text === last;
  last = text;
  if (same) return;
  const focused = document.activeElement?.getAttribute("href");
  document.title = page.title;
  document.body.replaceWith(page.body);
  count();
  [...document.links].find((link) => link.getAttribute("href") === focused)?.focus();
};

const time = (seconds) => {
  const whole = Math.abs(Math.trunc(seconds));
  const shown = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return seconds < 0 ? `\u2212${shown}` : shown;
};

const count = () => {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Number(clock.dataset.until) - Date.now() / 1000;
    clock.textContent = time("stops" in clock.dataset ? Math.max(0, left) : left);
  }
};

// A file of this computer's can't be fetched, but loaded again.
const again = () =>
  location.protocol === "file:" ? location.reload() : readAgain().catch(() => {});
setInterval(again, 1000 * Number(document.documentElement.dataset.seconds));
setInterval(count, 500);
