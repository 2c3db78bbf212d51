// Shows a hall's page as it is on the server, every few seconds, without taking the reader's place:
// nothing changes while it stays the same, and the link in focus keeps it.
"use strict";

const readAgain = async () => {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page.body.innerHTML === document.body.innerHTML) return;
  const focused = document.activeElement?.getAttribute("href");
  document.title = page.title;
  document.body.replaceWith(page.body);
  [...document.links].find((link) => link.getAttribute("href") === focused)?.focus();
};

// A file of this computer's can't be fetched, but loaded again.
const again = () =>
  location.protocol === "file:" ? location.reload() : readAgain().catch(() => {});
setInterval(again, 1000 * Number(document.documentElement.dataset.seconds));
