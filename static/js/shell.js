// The researcher's shell: what plain pages cannot do. Nothing here is needed to use a page.
import { nextRow } from "./rows.js";

function nameZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  if (zone) document.cookie = `zone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

function tickAll(event) {
  if (!event.target.matches("[data-tick-all]")) return;
  const boxes = event.target.closest("table").querySelectorAll('[name="selected"]');
  for (const box of boxes) box.checked = event.target.checked;
}

// Rows take the focus one at a time, so that Tab passes a table in one step.
function makeRowsReachable() {
  for (const body of document.querySelectorAll(".rows tbody")) {
    const rows = [...body.rows];
    if (rows.some((row) => row.tabIndex === 0)) continue;
    rows.forEach((row, index) => { row.tabIndex = index ? -1 : 0; });
  }
}

function moveAmongRows(event) {
  const row = event.target.closest?.(".rows tbody tr");
  if (!row || event.target !== row || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter") {
    row.querySelector("a")?.click();
  } else if (event.key === " " || event.key === "x") {
    row.querySelector('[name="selected"]')?.click();
  } else {
    const rows = [...row.parentElement.rows];
    const next = rows[nextRow(event.key, rows.indexOf(row), rows.length)];
    if (!next) return;
    row.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
  event.preventDefault();
}

function closeOthers(event) {
  for (const open of document.querySelectorAll("details.pull[open]")) {
    const leaves = event.type === "keydown" ? event.key === "Escape" : !open.contains(event.target);
    if (!leaves) continue;
    open.open = false;
    if (event.type === "keydown" && open.contains(document.activeElement)) {
      open.querySelector("summary").focus();
    }
  }
}

// On a telephone the menu is a row that scrolls; where one is must not be out of sight.
function showWhereOneIs() {
  const here = document.querySelector(".menu [aria-current]");
  here?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// An address says only what was asked for.
function leaveOutWhatIsEmpty(event) {
  const asked = event.detail.formData;
  for (const name of new Set(asked.keys())) {
    if (asked.getAll(name).every((value) => value === "")) asked.delete(name);
  }
}

nameZone();
showWhereOneIs();
makeRowsReachable();
document.addEventListener("htmx:afterSettle", makeRowsReachable);
document.addEventListener("htmx:configRequest", leaveOutWhatIsEmpty);
document.addEventListener("change", tickAll);
document.addEventListener("keydown", moveAmongRows);
document.addEventListener("keydown", closeOthers);
document.addEventListener("click", closeOthers);
