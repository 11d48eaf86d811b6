// Conveniences of pages that work without scripts: print, and copy the completion code.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  const status = button.parentElement.querySelector("[data-copy-status]");
  button.hidden = !navigator.clipboard; // only on a page with TLS; the code can always be selected
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.textContent.trim());
    status.textContent = button.dataset.done;
  });
}
